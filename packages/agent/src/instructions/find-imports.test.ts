import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growthOf } from "../../../../scripts/testing/work-of.ts";
import { findImports } from "./find-imports.ts";

describe("what a text imports", () => {
  it.each([
    ["@a.md", ["a.md"]],
    ["see @docs/a.md, @./b and (@~/c.txt).", ["docs/a.md", "./b", "~/c.txt"]],
    ["- **@a.md**\n> @/abs/b.md!", ["/abs/b.md"]],
    ["@with\\ space.md @a @a", ["with space.md", "a"]],
    ["mail me@example.org, @ alone, @@twice, a/@b", []],
    ["`@span` ``@double ` tick`` @out", ["out"]],
    ["an `open tick @a.md\n\nand another ` @b.md", ["a.md", "b.md"]],
    ["`over a\nline @a` @b", ["b"]],
    ["@end\\`span`", ["end\\"]],
    ["```\n@fenced\n```\n@out", ["out"]],
    ["~~~~ text\n@fenced\n~~~\n@still\n~~~~~\n@out", ["out"]],
    ["- ```sh\n  @fenced\n  ```\n- @out", ["out"]],
    ["```never closed\n@fenced", []],
    ["``` not a `fence`\n@out", ["out"]],
    ["@a.md\r\n@b.md\r\n", ["a.md", "b.md"]],
  ])("%j", (text, paths) => {
    expect(findImports(text)).toEqual(paths);
  });

  it("any text can be read, and every import found is in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."@a.`~\n \\-)") }), (text) => {
        for (const path of findImports(text)) {
          expect(path).not.toBe("");
          expect(text).toContain(`@${path.replaceAll(" ", "\\ ")}`);
        }
      }),
    );
  });

  it("nothing inside a fence or a span is imported, whatever is around it", () => {
    const calm = fc.string({ unit: fc.constantFrom(..."ab \n.") });
    fc.assert(
      fc.property(calm, calm, fc.constantFrom("```", "~~~~"), (before, inside, fence) => {
        const text = `${before}\n${fence}\n@no ${inside}\n${fence}\n@yes`;
        expect(findImports(text)).toEqual(["yes"]);
        expect(findImports(`${before} \`@no ${inside.replaceAll("\n", " ")}\` @yes`)).toEqual([
          "yes",
        ]);
      }),
    );
  });

  it.each<[string, (size: number) => string, readonly string[]]>([
    ["backticks of all lengths", runsOfBackticks, []],
    ["spans", (size) => "` ".repeat(size / 2), []],
    ["one word", (size) => `@${".".repeat(size)}x`, [`${".".repeat(1_000_000)}x`]],
    ["marks", (size) => "@".repeat(size), []],
    ["spaces", (size) => `${" ".repeat(size)}\``, []],
    ["lines", (size) => "- \n".repeat(size / 3), []],
    ["escaped spaces", (size) => `@${"\\ ".repeat(size / 2)}a`, [`${" ".repeat(500_000)}a`]],
    ["empty lines", (size) => "\n ".repeat(size / 2), []],
    ["open fences", (size) => "~~~ `\n".repeat(size / 6), []],
  ])("a megabyte of %s is read; twice the size is twice the work", async (_what, text, paths) => {
    expect(await growthOf(6000, (size) => findImports(text(size)))).toBeLessThan(2.2);
    expect(findImports(text(1_000_000))).toEqual(paths);
  });
});

/** Runs of 1, 2, 3 … backticks, none of which is closed. */
const runsOfBackticks = (size: number): string =>
  Array.from({ length: Math.sqrt(2 * size) }, (_, n) => "`".repeat(n + 1)).join(" ");
