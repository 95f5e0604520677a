/** Where we are, in the part of the address behind #, so that every file can be cached as it is. */

export interface Route {
  screen: string;
  args: string[];
  query: URLSearchParams;
}

function read(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [screen = "", ...args] = path.split("/").map(decodeURIComponent);
  return { screen: screen || "home", args, query: new URLSearchParams(query) };
}

let current = $state.raw(read());

addEventListener("hashchange", () => {
  current = read();
  scrollTo(0, 0);
});

export function route(): Route {
  return current;
}

export function go(path: string): void {
  location.hash = `#/${path}`;
}
