import { afterEach, expect, test, vi } from "vitest";
import { go, route } from "../../src/lib/route.svelte";

vi.stubGlobal("scrollTo", vi.fn());
const arrive = async (hash: string) => {
  location.hash = hash;
  await vi.waitFor(() => expect(location.hash).toBe(hash));
  dispatchEvent(new Event("hashchange"));
};
afterEach(() => arrive("#/"));

test("nothing behind # is home", () => expect(route()).toMatchObject({ screen: "home", args: [] }));

test("screen, arguments and query", async () => {
  await arrive("#/print/kniffel?match=abc");
  expect(route()).toMatchObject({ screen: "print", args: ["kniffel"] });
  expect(route().query.get("match")).toBe("abc");
});

test("arguments are decoded: a specification may contain a slash", async () => {
  await arrive(`#/print/${encodeURIComponent("kniffel/a b")}`);
  expect(route().args).toEqual(["kniffel/a b"]);
});

test("going somewhere changes the address and starts at the top", async () => {
  go("booklet/forone/3");
  dispatchEvent(new Event("hashchange"));
  expect(route()).toMatchObject({ screen: "booklet", args: ["forone", "3"] });
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});
