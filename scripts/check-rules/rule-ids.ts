const id = "[ECMHPAFGUTQV][1-9]\\d?";
const citation = new RegExp(`(?<![\\w$])(${id})(?:-(${id}))?(?!\\w)`, "g");

/** The ids in a text, such as a test's name; a range such as M1-M4 counts for all within. */
export function idsIn(text: string): readonly string[] {
  return [...text.matchAll(citation)].flatMap(([, from = "", to = from]) => {
    if (from[0] !== to[0]) return [from, to];
    const [first, last] = [from, to].map((one) => Number(one.slice(1))) as [number, number];
    return Array.from(
      { length: Math.max(1, last - first + 1) },
      (_, i) => `${from[0]}${first + i}`,
    );
  });
}

const atStart = new RegExp(`^${id}(?:-${id})?(?:[ ,]+${id}(?:-${id})?)*(?= |$)`);
const inParentheses = new RegExp(`\\(${id}(?:, ${id})*\\)`, "g");

/** The ids in a cell of a table of tests: those it begins with, and those in parentheses. Other words are data. */
export const idsInCell = (cell: string): readonly string[] =>
  [atStart.exec(cell)?.[0] ?? "", ...(cell.match(inParentheses) ?? [])].flatMap(idsIn);
