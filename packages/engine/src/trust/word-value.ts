import type { Word, WordPart } from "unbash";

/** The values that are known before the shell runs. */
export interface KnownValues {
  /** The value of a variable. */
  get(name: string): string | undefined;
  /** The value of any other expansion, such as `$(dirname "$0")`. */
  expand?(text: string): string | undefined;
}

/** With deep nesting the parser's time grows with the square of the length. */
export const maxParsedLength = 32 * 1024;

/** The value of a word; undefined if it is known only at run time. */
export function wordValue(word: Word, variables: KnownValues): string | undefined {
  const value = word.parts ? joined(word.parts, variables) : word.value;
  if (!word.text.startsWith("~")) return value;
  const home = /^~(?:\/|$)/.test(word.text) ? variables.get("HOME") : undefined;
  return home === undefined || value === undefined ? undefined : `${home}${value.slice(1)}`;
}

function joined(parts: readonly WordPart[], variables: KnownValues): string | undefined {
  const values = parts.map((part) => partValue(part, variables));
  return values.includes(undefined) ? undefined : values.join("");
}

function partValue(part: WordPart, variables: KnownValues): string | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "DoubleQuoted":
    case "LocaleString":
      return joined(part.parts, variables);
    case "SimpleExpansion":
      return variables.get(part.text.slice(1)) ?? variables.expand?.(part.text);
    case "ParameterExpansion": {
      const { prefix, index, operation, parameter } = part;
      // ${X:-default}: X is set, so the default is not used.
      const plain =
        !operation || (operation.type === "Default" && !operation.operator.endsWith("+"));
      const value = plain && !prefix && !index ? variables.get(parameter) : undefined;
      return value ?? variables.expand?.(part.text);
    }
    case "CommandExpansion":
      return variables.expand?.(part.text);
    default:
      return undefined;
  }
}
