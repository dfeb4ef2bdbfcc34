import type { SyntaxNode } from "unbash";
import type { ShellWord } from "./shell-word.ts";

/** A form of the shell around commands that no allow rule with a pattern covers (M9), in words; undefined for others. */
export function beyondAllowRules(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "Subshell":
      return "a subshell";
    case "BraceGroup":
      return "a group of commands";
    case "Function":
      return "a function";
    case "Coproc":
      return "a coprocess";
    case "Statement":
      return node.background === true ? "a command in the background" : undefined;
    default:
      return undefined;
  }
}

/** Whether a word gets a text that is known only when the command runs: it could be any argument. */
export const hasUnknownText = ({ pieces }: ShellWord): boolean =>
  pieces.some(({ kind }) => /^(?:variable|output|pipe|unknown)$/.test(kind));
