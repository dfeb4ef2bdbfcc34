/**
 * Section 9 of the contract. Every text that a terminal shows passes one of these functions, because a text of a hook, a
 * tool, a model, a server or a file name must not control the terminal, hide a part of itself or look like a line of ours.
 */

/**
 * Control and invisible characters, direction marks, and halves of surrogate pairs; not line ends and tabs. Also marks
 * on a character that has eight: no script needs more, and a pile of them covers the lines around it.
 */
const hidden =
  /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?<=\p{M}{8})\p{M}/gu;

/** Parts of an emoji: how it is shown, its skin, and what joins it to the next one. */
const inEmoji =
  /(?<=\p{Extended_Pictographic}|[#*0-9])\uFE0F|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})/gu;

/** Makes characters visible that would not be, in one notation: `\x1b`, `\u{202e}`. Line ends and tabs stay. */
export function visibleText(text: string): string {
  const kept = new Set([...text.matchAll(inEmoji)].map(({ index }) => index));
  return text.replaceAll(hidden, (character, index: number) =>
    kept.has(index) ? character : escaped(character),
  );
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code < 256 ? `\\x${digits.padStart(2, "0")}` : `\\u{${digits}}`;
}

/** A text on one line. */
export const inLine = (text: string): string => visibleText(text).replaceAll("\n", "\\n");

/** A text whose further lines cannot pass for lines of ours. */
export const markedLines = (text: string, margin = "  "): string =>
  visibleText(text).replaceAll("\n", `\n${margin}| `);

/** Lines of ours, each of which may contain texts of others. */
export const printedLines = (lines: readonly string[]): string =>
  lines.map((line) => `${markedLines(line)}\n`).join("");

/** JSON that means the same and contains no character that a terminal acts on. */
export const printedJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(hidden, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );
