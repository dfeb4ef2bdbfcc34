import type { DoubleQuotedChild, ParameterExpansionPart, Word, WordPart } from "unbash";

/** A piece of a word, as far as it is known before the command runs. */
export type WordPiece =
  | { readonly kind: "text"; readonly text: string }
  /** A wildcard: any text within one name. */
  | { readonly kind: "wildcard" }
  | { readonly kind: "number" }
  /** One of several texts: `{a,b}`. */
  | { readonly kind: "choice"; readonly texts: readonly string[] }
  | {
      readonly kind: "variable";
      readonly name: string;
      /** In quotes, so its value stays one word. */
      readonly quoted: boolean;
      /** What it may be instead of its value: `${name:-default}`. */
      readonly otherwise: readonly (readonly WordPiece[])[];
    }
  /** What the commands of this text print. */
  | { readonly kind: "output"; readonly source: string; readonly quoted: boolean }
  /** The path of a pipe: `<(…)`. */
  | { readonly kind: "pipe" }
  | { readonly kind: "unknown" };

const unknown: WordPiece = { kind: "unknown" };

/** The pieces of a word of the parse tree, from left to right. */
export function piecesOf({ value, parts }: Word): readonly WordPiece[] {
  return parts === undefined
    ? [{ kind: "text", text: value }]
    : parts.flatMap((part) => piecesOfPart(part, false));
}

function piecesOfPart(part: WordPart | DoubleQuotedChild, quoted: boolean): readonly WordPiece[] {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [{ kind: "text", text: part.value }];
    case "DoubleQuoted":
      return part.parts.flatMap((child) => piecesOfPart(child, true));
    case "Glob":
      return [{ kind: "wildcard" }];
    case "SimpleExpansion":
      return [{ kind: "variable", name: part.text.slice(1), quoted, otherwise: [] }];
    case "ParameterExpansion":
      return [ofParameter(part, quoted)];
    case "ArithmeticExpansion":
      return [{ kind: "number" }];
    case "CommandExpansion":
      return [ofOutput(part.text, quoted)];
    case "ProcessSubstitution":
      return [{ kind: "pipe" }];
    case "BraceExpansion":
      return [ofBraces(part.text)];
    default:
      return [unknown];
  }
}

function ofParameter(part: ParameterExpansionPart, quoted: boolean): WordPiece {
  const { parameter: name, prefix, index, operation } = part;
  if (prefix === "#") return { kind: "number" };
  if (prefix !== undefined || (index !== undefined && !/^(?:[@*]|\d+)$/.test(index.value)))
    return unknown;
  if (operation === undefined) return { kind: "variable", name, quoted, otherwise: [] };
  if (operation.type !== "Default") return unknown;
  return { kind: "variable", name, quoted, otherwise: [piecesOf(operation.operand)] };
}

function ofOutput(text: string, quoted: boolean): WordPiece {
  if (text.startsWith("$(")) return { kind: "output", source: text.slice(2, -1), quoted };
  return text.includes("\\") ? unknown : { kind: "output", source: text.slice(1, -1), quoted };
}

/** Only lists and ranges without anything else in them. */
function ofBraces(text: string): WordPiece {
  const [, list] = /^\{([\w.,@/+-]*)\}$/.exec(text) ?? [];
  if (list === undefined) return unknown;
  if (list.includes(",")) return { kind: "choice", texts: list.split(",") };
  return /^-?\d+\.\.-?\d+$/.test(list) ? { kind: "number" } : unknown;
}
