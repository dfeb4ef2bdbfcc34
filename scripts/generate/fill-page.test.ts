import { describe, expect, it } from "vitest";
import { fillPage } from "./fill-page.ts";

const tables = new Map([
  ["one", "| 1 |"],
  ["two", "| 2 |"],
]);

describe("the tables of a page", () => {
  it("replace what is between their marks, and nothing else", () => {
    const page = "a\n<!-- two -->\nold\n<!-- /two -->\nb\n<!-- one --><!-- /one -->\n";
    expect(fillPage(page, tables)).toBe(
      "a\n<!-- two -->\n\n| 2 |\n\n<!-- /two -->\nb\n<!-- one -->\n\n| 1 |\n\n<!-- /one -->\n",
    );
  });

  it("do not change if they are up to date", () => {
    const page = "<!-- one -->\n\n| 1 |\n\n<!-- /one -->";
    expect(fillPage(page, tables)).toBe(page);
  });

  it("a mark without its end is an error", () => {
    expect(() => fillPage("<!-- one -->", tables)).toThrow("<!-- one --> has no <!-- /one -->");
  });
});
