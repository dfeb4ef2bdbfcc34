import type { AllowRequirement } from "./inspected-command.ts";

/** The command-line syntax of a program that runs another one. */
export interface Wrapper {
  /** Options without a value: `-abc`, and long ones. */
  readonly flags?: string;
  readonly longFlags?: readonly string[];
  /** Options with a value: `-n 5`, `-n5`, `--name 5`, `--name=5`. */
  readonly valued?: string;
  readonly longValued?: readonly string[];
  /** Options with which it runs nothing. */
  readonly inert?: string;
  /** Words between the options and the command. */
  readonly operands?: number;
  /** `NAME=value` may come before the command; an allow rule must then spell it out. */
  readonly assignments?: boolean;
  /** It adds arguments to the command that are not on the line. */
  readonly addsWords?: boolean;
  readonly allowRequires?: AllowRequirement;
}

/** The wrappers whose inner command we find. */
export const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["builtin", {}],
  ["command", { flags: "p", inert: "vV" }],
  [
    "env",
    {
      flags: "iv0",
      longFlags: ["ignore-environment"],
      valued: "u",
      longValued: ["unset"],
      assignments: true,
    },
  ],
  ["exec", { flags: "cl", valued: "a", allowRequires: "impossible" }],
  ["nice", { flags: "0123456789", valued: "n", longValued: ["adjustment"] }],
  ["nohup", {}],
  ["stdbuf", { valued: "ioe", longValued: ["input", "output", "error"] }],
  [
    "sudo",
    {
      flags: "ABEHnPS",
      valued: "CgpTu",
      longFlags: ["non-interactive", "preserve-env"],
      longValued: ["user", "group"],
      assignments: true,
      allowRequires: "spellOut",
    },
  ],
  ["time", { flags: "pv" }],
  [
    "timeout",
    {
      flags: "v",
      longFlags: ["foreground", "preserve-status", "verbose"],
      valued: "ks",
      longValued: ["kill-after", "signal"],
      operands: 1,
    },
  ],
  [
    "xargs",
    {
      flags: "0rtx",
      longFlags: ["null", "no-run-if-empty", "verbose", "exit"],
      valued: "aEdILnPs",
      longValued: ["arg-file", "delimiter", "max-args", "max-lines", "max-procs"],
      addsWords: true,
    },
  ],
]);
