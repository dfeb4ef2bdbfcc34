/**
 * Whether a text is what a page shows. `…` stands for any text of its line; a line that is nothing but `…` for
 * any number of lines.
 */
export function matches(found: string, shown: string): boolean {
  const pattern = shown
    .trimEnd()
    .split("\n")
    .map((line) => (line.trim() === "…" ? "(?:.*\n)*?" : `${lineText(line)}\n`))
    .join("");
  return new RegExp(`^${pattern}$`).test(`${found.trimEnd().replaceAll(/[ \t]+$/gm, "")}\n`);
}

const lineText = (line: string): string =>
  line
    .trimEnd()
    .split("…")
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join(".*");
