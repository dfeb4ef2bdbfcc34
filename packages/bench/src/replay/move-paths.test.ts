import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathMover } from "./move-paths.ts";

describe("moved paths", () => {
  const move = pathMover([["/old/app", "/tmp/copy"]]);

  it.each([
    ["/old/app", "/tmp/copy"],
    ["/old/app/src/a.ts", "/tmp/copy/src/a.ts"],
    ["cd /old/app && cat '/old/app/b'", "cd /tmp/copy && cat '/tmp/copy/b'"],
    ["/old/app2/a", "/old/app2/a"],
    ["/old/app-old", "/old/app-old"],
    ["/very/old/app", "/very/old/app"],
  ])("%s", (text, moved) => {
    expect(move(text)).toBe(moved);
  });

  it("are found in every text of a value, and nothing else changes", () => {
    const value = { list: ["/old/app/x", 1, null], deep: { flag: true, path: "/old/app" } };
    expect(move(value)).toEqual({
      list: ["/tmp/copy/x", 1, null],
      deep: { flag: true, path: "/tmp/copy" },
    });
  });

  it("the root folder is not moved: every path would be", () => {
    expect(pathMover([["/", "/tmp/copy"]])("/etc/passwd")).toBe("/etc/passwd");
  });

  it("moving back gives the original, if it did not name the copy", () => {
    const back = pathMover([["/tmp/copy", "/old/app"]]);
    const parts = fc.constantFrom("/old/app", "/", " ", "a", "-", '"', ".", "/old", "app");
    fc.assert(
      fc.property(fc.array(parts), (words) => {
        const text = words.join("");
        expect(back(move(text))).toBe(text);
      }),
    );
  });
});
