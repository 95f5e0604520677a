/** The pictures people can have: heads drawn from a few shapes on a square of 48, over the colour of their seat. */

import type { PersonOut } from "./schema";

export type Shape =
  { is: "fill"; d: string; colour: string } | { is: "line"; d: string; colour: string; width: number };

const CREAM = "#fff6e6";
const DARK = "#2a2320";
const ORANGE = "#f2954a";
const BROWN = "#9c6a42";
const TAN = "#efcfa2";
const GREY = "#c3c9cd";
const PINK = "#f3a9a4";
const YELLOW = "#f8d452";
const GREEN = "#9bd676";
const BLUE = "#a9d3ef";
const LILAC = "#d3aeea";
const RED = "#e2463a";

const fill = (colour: string, d: string): Shape => ({ is: "fill", d, colour });
const line = (colour: string, width: number, d: string): Shape => ({ is: "line", d, colour, width });

/** An ellipse, turned by so many degrees. */
function oval(colour: string, x: number, y: number, rx: number, ry = rx, turn = 0): Shape {
  const angle = (turn * Math.PI) / 180;
  const [dx, dy] = [rx * Math.cos(angle), rx * Math.sin(angle)];
  const arc = `A${rx} ${ry} ${turn} 1 0`;
  return fill(colour, `M${x - dx} ${y - dy} ${arc} ${x + dx} ${y + dy} ${arc} ${x - dx} ${y - dy} Z`);
}

/** The same on both sides of the middle. */
function both(shape: (side: (x: number) => number, turn: number) => Shape): Shape[] {
  return [shape((x) => x, 1), shape((x) => 48 - x, -1)];
}
const eyes = (x: number, y: number, size = 2.1): Shape[] => both((at) => oval(DARK, at(x), y, size));
const MUZZLE = line(DARK, 1.7, "M24 33 V35.500 Q21.500 38.500 18.500 36.500 M24 35.500 Q26.500 38.500 29.500 36.500");

export const PORTRAITS: Readonly<Record<PersonOut["picture"] | "robot", Shape[]>> = {
  fox: [
    ...both((at) => fill(ORANGE, `M${at(7)} 6 L${at(21)} 14 L${at(9)} 25 Z`)),
    ...both((at) => fill(DARK, `M${at(10)} 10.500 L${at(17)} 14.500 L${at(11)} 19 Z`)),
    fill(ORANGE, "M7 19 Q24 7 41 19 Q40 33 24 43 Q8 33 7 19 Z"),
    ...both((at) =>
      fill(CREAM, `M${at(7)} 21 Q${at(10)} 35 24 43 Q${at(21)} 32 ${at(17)} 28 Q${at(12)} 23 ${at(7)} 21 Z`),
    ),
    ...eyes(17, 24.5),
    oval(DARK, 24, 40, 3, 2.6),
  ],
  owl: [
    ...both((at) => fill(BROWN, `M${at(8)} 5 L${at(10)} 18 L${at(21)} 11 Z`)),
    oval(BROWN, 24, 26, 16, 18),
    oval(TAN, 24, 36, 10, 8),
    ...both((at) => oval(CREAM, at(17), 20, 7.2)),
    ...both((at) => oval(DARK, at(18), 20.5, 3.4)),
    ...both((at) => oval(CREAM, at(17) + 0.2, 19.2, 1.1)),
    fill(YELLOW, "M24 22.500 L20.500 27 L24 31.500 L27.500 27 Z"),
    line(BROWN, 1.6, "M19 36 q2.500 3 5 0 q2.500 3 5 0"),
  ],
  cat: [
    ...both((at) => fill(GREY, `M${at(8)} 24 L${at(8)} 6 L${at(23)} 14 Z`)),
    ...both((at) => fill(PINK, `M${at(11)} 17 L${at(11)} 11 L${at(17)} 14.500 Z`)),
    oval(GREY, 24, 27, 17, 15),
    line(BROWN, 2, "M24 13 V18 M19 14 L20 18 M29 14 L28 18"),
    ...both((at) => oval(GREEN, at(17), 25, 3.4)),
    ...both((at) => oval(DARK, at(17), 25, 1.5, 3)),
    fill(PINK, "M21.500 31 H26.500 L24 34 Z"),
    line(DARK, 1.5, "M24 34 q-2.500 3.500 -5.500 1.500 M24 34 q2.500 3.500 5.500 1.500"),
    line(CREAM, 1.2, "M4 28 L12 30 M4 34 L12 33 M44 28 L36 30 M44 34 L36 33"),
  ],
  frog: [
    ...both((at) => oval(GREEN, at(14), 15, 8)),
    oval(GREEN, 24, 29, 19, 14),
    ...both((at) => oval(CREAM, at(14), 14.5, 5)),
    ...both((at) => oval(DARK, at(14.5), 15, 2.6)),
    line(DARK, 2.2, "M10 29 Q24 41 38 29"),
    ...both((at) => oval(PINK, at(9.5), 32.5, 2.6, 2)),
    ...both((at) => oval(DARK, at(22), 25, 0.9)),
  ],
  bear: [
    ...both((at) => oval(BROWN, at(11), 13, 7)),
    ...both((at) => oval(TAN, at(11), 13.5, 3.8)),
    oval(BROWN, 24, 26.5, 17.5, 16.5),
    oval(TAN, 24, 33, 9, 7.2),
    ...eyes(16.5, 24, 2.3),
    oval(DARK, 24, 30.5, 3.6, 2.6),
    MUZZLE,
  ],
  rabbit: [
    ...both((at, turn) => oval(CREAM, at(17), 13, 5, 12, -9 * turn)),
    ...both((at, turn) => oval(PINK, at(17), 14, 2.4, 8.5, -9 * turn)),
    oval(CREAM, 24, 31, 15, 13.5),
    ...eyes(17.5, 28.5, 2.3),
    ...both((at) => oval(PINK, at(13), 34, 2.8, 2)),
    fill(PINK, "M21.500 32 H26.500 L24 34.800 Z"),
    line(DARK, 1.5, "M24 35 q-2.500 3 -5 1.500 M24 35 q2.500 3 5 1.500"),
    fill("#fff", "M21.800 37.200 H26.200 V41 H21.800 Z"),
    line(DARK, 0.8, "M24 37.200 V41"),
  ],
  penguin: [
    oval("#303b46", 24, 27, 17, 20),
    ...both((at) => oval(CREAM, at(18), 22, 7.2)),
    oval(CREAM, 24, 34, 12, 11),
    ...eyes(18.5, 22.5, 2.2),
    ...both((at) => oval(PINK, at(14), 29, 2.4, 1.8)),
    fill(ORANGE, "M19 26 H29 L24 32.500 Z"),
  ],
  whale: [
    line(CREAM, 2, "M20 13 V9 M20 9 q-1 -5 -6 -3.500 M20 9 q1 -5 6 -3.500"),
    fill(
      BLUE,
      "M4 28 Q4 15 20 15 Q35 15 38 28 Q37 22 33 18 Q41 19 41 25 Q42 19 47 17 Q47 27 42 29 Q40 42 22 42 Q5 42 4 28 Z",
    ),
    fill(CREAM, "M5 33 Q20 39 37 34 Q33 42 22 42 Q9 42 5 33 Z"),
    oval(DARK, 13, 26, 2.3),
    line(DARK, 1.7, "M5 31.500 Q10 34 15 31.500"),
    oval(PINK, 18.5, 30, 2.4, 1.7),
  ],
  hedgehog: [
    fill(
      BROWN,
      "M4 33 L8 28 L2 24 L8 20 L5 14 L12 14 L12 7 L18 10 L21 3 L25 8 L31 3 L32 10 L39 8 L38 15 L45 16 L41 22 L46 26 L41 30 L44 36 L36 38 H12 Z",
    ),
    fill(TAN, "M10 35 Q9 22 17 20 Q21 19 24 23 Q27 19 31 20 Q39 22 38 35 Q32 43 24 43 Q16 43 10 35 Z"),
    ...eyes(17.5, 29, 2.2),
    oval(DARK, 24, 36, 3.2, 2.8),
    line(DARK, 1.4, "M20 40 Q24 42 28 40"),
    ...both((at) => oval(PINK, at(13), 34, 2.3, 1.7)),
  ],
  bee: [
    oval("#ffffffd9", 19, 12, 7, 10, -24),
    oval("#ffffffd9", 32, 12, 7, 10, 24),
    line(DARK, 1.6, "M11 19 Q6 15 8 10 M16 17 Q13 12 16 8"),
    oval(YELLOW, 24, 29, 18, 13),
    fill(DARK, "M21 16.200 Q18 29 21 41.800 L26 42 Q23 29 26 16 Z"),
    fill(DARK, "M31 17.100 Q28.500 29 31 40.900 L35.500 38.800 Q33.500 29 35.500 19.200 Z"),
    fill(DARK, "M41.500 26 L47 29 L41.500 32 Z"),
    oval(DARK, 12.5, 27, 2.2),
    line(DARK, 1.6, "M9 33 q4 3.500 7.500 1"),
  ],
  snail: [
    line(TAN, 2.6, "M9 26 L6 14 M14 26 L17 14"),
    ...[6, 17].map((x) => oval(DARK, x, 13, 2.6)),
    fill(TAN, "M4 42 Q3 36 6 33 Q5 24 11.500 23 Q18 24 17 32 L18 35 H40 Q45 37 45 42 Z"),
    oval(ORANGE, 30, 25, 14, 13.5),
    line(BROWN, 2.4, "M30 26 q3 -3 5 1 q0 6 -6 6 q-8 -1 -7 -9 q2 -8 11 -7 q6 1 8 7"),
    oval(DARK, 9, 31, 1.7),
    line(DARK, 1.4, "M6 36 q3 2.500 6 0.500"),
  ],
  duck: [
    line(YELLOW, 2.4, "M24 8 Q20 5 22 2 M24 8 Q27 4 30 4"),
    oval(YELLOW, 24, 47, 17, 11),
    oval(YELLOW, 24, 22, 15.5, 15),
    ...eyes(17.5, 20, 2.3),
    fill(ORANGE, "M11 28.500 Q18 24 24 25 Q30 24 37 28.500 Q31 36 24 35 Q17 36 11 28.500 Z"),
    line(BROWN, 1.5, "M12.500 29 Q24 32 35.500 29"),
  ],
  mouse: [
    ...both((at) => oval(GREY, at(11), 15, 10)),
    ...both((at) => oval(PINK, at(11), 15.5, 6.4)),
    fill(GREY, "M8 25 Q24 9 40 25 Q39 36 24 44 Q9 36 8 25 Z"),
    ...eyes(17, 27, 2.4),
    line(CREAM, 1.2, "M5 32 L14 34 M6 38 L14 36.500 M43 32 L34 34 M42 38 L34 36.500"),
    oval(PINK, 24, 40.5, 3.4, 3),
    line(DARK, 1.3, "M24 37 V34"),
  ],
  panda: [
    ...both((at) => oval(DARK, at(10.5), 12.5, 7)),
    oval(CREAM, 24, 26.5, 18, 16.5),
    ...both((at, turn) => oval(DARK, at(16), 25, 4.6, 6.2, 28 * turn)),
    ...both((at) => oval(CREAM, at(16.8), 24.5, 1.9)),
    oval(DARK, 24, 32, 3.4, 2.4),
    MUZZLE,
  ],
  ladybird: [
    line(DARK, 1.8, "M19 10 Q17 4 12 5 M29 10 Q31 4 36 5"),
    ...[11.5, 36.5].map((x) => oval(DARK, x, 5, 1.9)),
    oval(DARK, 24, 15, 11.5, 8),
    oval(RED, 24, 29, 17.5, 15.5),
    line(CREAM, 1.2, "M6.500 29 A17.500 15.500 0 0 1 41.500 29 A17.500 15.500 0 0 1 6.500 29"),
    line(DARK, 2, "M24 15 V44"),
    ...both((at) => oval(DARK, at(16), 24.5, 3.4)),
    ...both((at) => oval(DARK, at(14.5), 34.5, 3)),
    ...both((at) => oval(CREAM, at(19), 11.5, 2.4)),
  ],
  octopus: [
    line(LILAC, 5, "M12 29 q-1 8 -7 9 M18 33 q0 7 -5 10 M24 34 V44 M30 33 q0 7 5 10 M36 29 q1 8 7 9"),
    oval(LILAC, 24, 21, 16.5, 16),
    ...both((at) => oval(CREAM, at(17.5), 21.5, 4.4)),
    ...both((at) => oval(DARK, at(18), 22, 2.3)),
    line(DARK, 1.7, "M20 29.500 Q24 32.500 28 29.500"),
    ...both((at) => oval(PINK, at(12), 27.5, 2.3, 1.7)),
  ],
  /** Whoever plays by itself: a die with eyes. */
  robot: [
    line(CREAM, 2.2, "M24 12 V6"),
    oval(YELLOW, 24, 5, 2.8),
    fill(GREY, "M4 22 H9 V33 H4 Z M39 22 H44 V33 H39 Z"),
    fill(CREAM, "M14 11 H34 Q40 11 40 17 V36 Q40 42 34 42 H14 Q8 42 8 36 V17 Q8 11 14 11 Z"),
    ...both((at) => oval(DARK, at(17), 22, 4)),
    ...both((at) => oval(BLUE, at(17.8), 21.2, 1.5)),
    line(DARK, 2, "M15 32 H33 M15 32 V36 M21 32 V36 M27 32 V36 M33 32 V36"),
  ],
};
