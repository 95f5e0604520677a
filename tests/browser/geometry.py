"""What a person can see of a table without scrolling, measured: inside the window, under nothing, no text on another.

`EYE` is put into the page once. From then on `Player.play_on` looks before every press; what is wrong gathers in
`seen_wrong`, so a whole game is played and measured inside the page.
"""

from typing import Any

from playwright.sync_api import Page, ViewportSize

SIZES: dict[str, ViewportSize] = {
    "small phone": {"width": 360, "height": 640},
    "phone": {"width": 390, "height": 844},
    "phone on its side": {"width": 844, "height": 390},
    "tablet": {"width": 768, "height": 1024},
    "desk": {"width": 1280, "height": 800},
    "desk at 200 %": {"width": 640, "height": 400},
}

# What belongs to a turn, for each engine. `least` is how small the targets on the card may get: 44 pixels, and 40 where
# so many of them have to be on a phone together; `still` is what never moves.
KEYS = ".dock button:not([data-die], [data-held])"
SAID = "[data-testid=status]:not(.sr, .advised), .advice"
PAD: dict[str, Any] = {
    "card": ".playing [data-box]",
    "hand": "[data-die]",
    "keys": f"{KEYS}, [data-player].playing",
    "also": f".dock .note, [data-testid=turn-card] .reckoning, {SAID}",
    "least": 44,
    "still": ".dock, .playing [data-box]",
}
TURNS: dict[str, dict[str, Any]] = {
    "kniffel": {**PAD, "boxes": 13},
    "extreme": {**PAD, "boxes": 22, "least": 40},
    "seven": {**PAD, "boxes": 14},
    "forone": {
        "card": ".leaf button.row, .leaf button.score",
        "boxes": 13,
        "hand": "[data-die]",
        "keys": KEYS,
        "still": ".dock",
        "also": f".leaf > li, .score, .head, .rungs, .goal .left, .waiting, .stock, {SAID}",
        "least": 40,
    },
    "numberup": {
        "card": ".grid .cell",
        "boxes": 25,
        "hand": ".stack, [data-held]",
        "keys": KEYS,
        "still": ".dock",
        "also": f".grid .line, .head, .rungs, .goal .left, {SAID}",
        "least": 40,
    },
}


def look_on(page: Page, game: str) -> None:
    """From now on every state is looked at before something is pressed."""
    page.evaluate(EYE, TURNS[game])


def seen_wrong(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => [...eye.wrong].slice(0, 12)")
    return found


def looks(page: Page) -> int:
    count: int = page.evaluate("() => eye.looks")
    return count


def hidden(page: Page, *what: str) -> list[str]:
    """Of all that matches, what cannot be seen whole right now; and the page, if it is wider than the window."""
    page.evaluate(EYE, {"card": "", "boxes": 0})
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")  # laid out
    found: list[str] = page.evaluate("(what) => eye.hidden(what)", list(what))
    return found


EYE = """(turn) => {
  const eye = (window.eye = { wrong: new Set(), looks: 0 });
  const all = (what) => (what ? [...document.querySelectorAll(what)] : []);
  const name = (one) => `${one.dataset.box ?? one.dataset.testid ?? one.dataset.die ?? one.className} ${
    one.textContent.trim().replace(/\\s+/g, " ").slice(0, 40)}`;
  /* To ask what lies at a point is dear, so at the corners it is asked only where something else could lie: where an
     element reaches that neither holds this one nor lies in it. What paints beyond its box is found in the middle. */
  let boxes = null;
  const everything = () => all("body *").map((other) => {
    const { left, top, right, bottom } = other.getBoundingClientRect();
    return [left, top, right, bottom, other];
  });
  const covered = (one, { left, top, right, bottom }) => {
    const [l, t, r, b] = [left + 5, top + 5, right - 5, bottom - 5];
    boxes ??= everything();
    const near = boxes.filter((box) => box[0] <= r && l <= box[2] && box[1] <= b && t <= box[3])
      .filter(([, , , , other]) => !(one.contains(other) || other.contains(one)));
    const corners = [[l, t], [r, t], [l, b], [r, b]]
      .filter(([x, y]) => near.some((box) => box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3]));
    return [[(l + r) / 2, (t + b) / 2], ...corners]
      .map(([x, y]) => document.elementFromPoint(x, y))
      .find((hit) => !hit || !(one.contains(hit) || hit.contains(one)));
  };
  const unseen = (one) => {
    const rect = one.getBoundingClientRect();
    const { left, top, right, bottom, width, height } = rect;
    const where = [left, top, right, bottom].map(Math.round);
    if (width === 0 || height === 0) return `not shown: ${name(one)}`;
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
      return `outside: ${name(one)} ${where}`;
    const over = covered(one, rect);
    return over ? `covered: ${name(one)} ${where} by ${name(over)}` : null;
  };
  const tooWide = () => {
    const wide = document.documentElement.scrollWidth;
    return wide > innerWidth ? [`the page is ${wide} wide`] : [];
  };
  eye.hidden = (what) => {
    boxes = null;
    return [...tooWide(), ...what.flatMap((one) => {
      const found = all(one);
      return found.length === 0 ? [`none: ${one}`] : found.map(unseen).filter(Boolean);
    })];
  };

  /* How far something is not cut off by what it lies in; worked out once a look. */
  let cuts = new Map();
  const uncut = (one) => {
    if (!one) return [-Infinity, Infinity, -Infinity, Infinity];
    if (!cuts.has(one)) {
      let [l, r, t, b] = uncut(one.parentElement);
      if (getComputedStyle(one).overflowX !== "visible") {
        const cut = one.getBoundingClientRect();
        [l, r] = [Math.max(l, cut.left), Math.min(r, cut.right)];
        [t, b] = [Math.max(t, cut.top), Math.min(b, cut.bottom)];
      }
      cuts.set(one, [l, r, t, b]);
    }
    return cuts.get(one);
  };
  /* Where the letters of a text are, as far as they are not cut off. */
  const letters = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const [from, to, over, under] = uncut(node.parentElement);
    const [docked, key] = [".dock", ".key"].map((up) => node.parentElement.closest(up));
    return [...range.getClientRects()].map((rect) => {
      const [l, r] = [Math.max(rect.left, from), Math.min(rect.right, to)];
      const t = Math.max(rect.top + rect.height * 0.22, over);
      const b = Math.min(rect.bottom - rect.height * 0.22, under);
      return { l, t, r, b, text: node.textContent.trim(), docked, key };
    }).filter(({ l, t, r, b }) => r - l > 1 && b > t);
  };
  const texts = () => {
    const found = [];
    cuts = new Map();
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.textContent.trim() && !node.parentElement.closest(".sr, .word, svg, caption")) found.push(letters(node));
    for (const ink of all("main .ink svg")) {
      const { left, top, right, bottom } = ink.getBoundingClientRect();
      found.push([{ l: left, t: top + 4, r: right, b: bottom - 4, text: "ink", docked: null }]);
    }
    return found;
  };
  /* What lies below the card may lie under the dock; that the card does not is measured by what covers it. */
  const meet = (a, b) =>
    a.docked === b.docked && a.l < b.r - 1 && b.l < a.r - 1 && a.t < b.b - 1 && b.t < a.b - 1;
  const spills = ({ l, r, key }) => {
    const box = key?.getBoundingClientRect();
    return box && (l < box.left || r > box.right);
  };
  const muddled = (eye.muddled = () => {
    const found = texts();
    const spilt = found.flat().filter(spills).map(({ text }) => `wider than its key: ${text}`);
    return spilt.concat(found.flatMap((some, i) => found.slice(i + 1).flatMap((others) =>
      some.flatMap((a) => others.filter((b) => meet(a, b)).map((b) => `on each other: ${a.text} / ${b.text}`)))));
  });

  /* What does not move as long as the window keeps its size, whatever is thrown, held, chosen or said. */
  const places = new Map();
  let resized = -Infinity; // a moment ago everything has moved, and some of it is still about to
  addEventListener("resize", () => (resized = performance.now()));
  const moved = () => (performance.now() - resized < 300 ? [] : all(turn.still)).flatMap((one) => {
    const which = `${innerWidth} x ${innerHeight} ${one.dataset.box ?? one.className}`;
    const { top, bottom } = one.getBoundingClientRect();
    const was = places.get(which) ?? places.set(which, [top, bottom]).get(which);
    const far = Math.abs(was[0] - top) + Math.abs(was[1] - bottom);
    return far < 1 ? [] : [`moved: ${name(one)} ${was} ${[top, bottom]}`];
  });

  eye.look = () => {
    boxes = null;
    const asked = document.querySelector("dialog[open]");
    if (asked) return [unseen(asked)].filter(Boolean).forEach((one) => eye.wrong.add(one));
    eye.looks += 1;
    const shown = (one) => one.getClientRects().length > 0; // of two keys that take turns, the one that is there
    const [card, hand, keys] = [all(turn.card), all(turn.hand), all(turn.keys).filter(shown)];
    const wrong = [...tooWide(), ...muddled(), ...[...card, ...hand, ...keys, ...all(turn.also)].map(unseen)];
    if (scrollY !== 0) wrong.push(`scrolled by ${scrollY}`);
    if (card.length < turn.boxes) wrong.push(`${card.length} boxes`);
    if (!keys.some((key) => key.matches(".key:not(.plain)"))) wrong.push("no key");
    for (const one of [...card, ...hand, ...keys].filter((one) => one.matches("button"))) {
      const { width, height } = one.getBoundingClientRect();
      const least = card.includes(one) ? turn.least : 44;
      if (Math.min(width, height) < least - 0.5) wrong.push(`small: ${name(one)} ${width} x ${height}`);
    }
    wrong.push(...moved());
    wrong.filter(Boolean).forEach((one) => eye.wrong.add(`${innerWidth} x ${innerHeight}: ${one}`));
  };
}"""
