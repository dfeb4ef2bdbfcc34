import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const pages = execFileSync(
  "git",
  ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
  { cwd: root, encoding: "utf8" },
)
  .split("\0")
  .filter(Boolean);

/** Fenced blocks are no prose: a bracket in one is no link, and a `#` no heading. */
const proseOf = (page: string): string =>
  readFileSync(join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): readonly string[] => [
  ...[...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  ),
  ...[...proseOf(page).matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id),
];

it.each(pages)("the links of %s lead somewhere", (page) => {
  for (const [, target = ""] of proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? page : join(dirname(page), path);
    expect(existsSync(join(root, file)), `${page}: ${target}`).toBe(true);
    if (anchor !== undefined && file.endsWith(".md"))
      expect(anchorsOf(file), `${page}: ${target}`).toContain(anchor);
  }
});

it("every page of the docs is linked from another page", () => {
  const linked = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s#]+)/g)].map(([, path = ""]) =>
      join(dirname(page), path),
    ),
  );
  const lonely = pages.filter((page) => page.startsWith("docs/") && !linked.includes(page));
  expect(lonely).toEqual([]);
});
