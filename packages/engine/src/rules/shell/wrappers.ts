import type { Demand } from "./runs.ts";

/** How a program that runs another one is called. */
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
  /** `NAME=value` may stand before the command, and must then be spelled out. */
  readonly assignments?: boolean;
  /** It adds words that are not on the line to those of the command. */
  readonly addsWords?: boolean;
  readonly demand?: Demand;
}

/** The wrappers that are looked through. */
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
  ["exec", { flags: "cl", valued: "a", demand: "impossible" }],
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
      demand: "spellOut",
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
