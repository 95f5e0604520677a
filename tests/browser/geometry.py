"""What a person can see of the table without scrolling, measured: inside the window, and nothing lies over it."""

from playwright.sync_api import Page

PHONES = {
    "small": {"width": 360, "height": 640},
    "phone": {"width": 390, "height": 844},
    "on its side": {"width": 844, "height": 390},
    "at 200 %": {"width": 640, "height": 400},
}


def out_of_sight(page: Page, *what: str) -> list[str]:
    """Of all that matches, what is cut off, covered or too small; and the page if it is wider than the window."""
    found: list[str] = page.evaluate(_LOOK, what)
    return found


# The middle of each and four points around it: what is found there is the thing, a part of it or what it lies in.
_LOOK = """(what) => {
  const bad = [];
  scrollTo(0, 0);
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) bad.push(`the page is ${wide} wide`);
  for (const selector of what) {
    const all = [...document.querySelectorAll(selector)];
    if (all.length === 0) bad.push(`${selector}: none`);
    for (const one of all) {
      const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
      const name = `${selector} ${one.innerText.trim().slice(0, 30)} ${[left, top, right, bottom].map(Math.round)}`;
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) bad.push(`${name}: cut off`);
      else if (one.tagName === "BUTTON" && Math.min(width, height) < 39.5) bad.push(`${name}: too small`);
      else for (const [x, y] of [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]]) {
        const hit = document.elementFromPoint(left + x * width, top + y * height);
        if (hit && (one.contains(hit) || hit.contains(one))) continue;
        bad.push(`${name}: covered by ${hit?.outerHTML.slice(0, 90)}`);
        break;
      }
    }
  }
  return bad;
}"""
