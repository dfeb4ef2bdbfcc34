/** Longer runs of blank characters push what follows them out of sight. */
const maxRun = 40;
const maxEmptyLines = 3;

/** Characters that a terminal shows as nothing: spaces of every kind, and letters without a shape. */
const run = new RegExp(`[\\p{Zs}\\t\\u2800]{${maxRun + 1},}`, "gu");
const emptyLines = new RegExp(
  `(?:(?<=\\n)|^)(?:[\\p{Zs}\\t\\u2800]*\\n){${maxEmptyLines + 1},}`,
  "gu",
);

/** A line in which long runs of blank characters are a count. */
export const shortRuns = (line: string): string =>
  line.replaceAll(run, (blanks) => ` ⟨${[...blanks].length} blanks⟩ `);

/** A text in which long runs of blank characters and of empty lines are a count. Its first row has text. */
export const shortBlanks = (text: string): string =>
  shortRuns(
    text.replaceAll(emptyLines, (lines, at: number) => {
      const count = `⟨${lines.split("\n").length - 1} empty lines⟩`;
      return at === 0 ? `${count} ` : `${count}\n`;
    }),
  );
