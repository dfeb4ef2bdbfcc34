import type { HandlerType } from "../handlers/table.ts";

/**
 * A table of answers to the questions on which hosts differ (SPEC 12). Code
 * never asks which profile it runs under, only what the profile says.
 */
export interface Profile {
  readonly name: string;
  /** Default limit of a run, in milliseconds, by handler type. */
  readonly limits: Readonly<Record<HandlerType, number>>;
  /** What a JSON answer is worth when the exit code is not 0. */
  readonly jsonWithFailingExit: "ignored" | "honoured";
  /** What `continue: false` before a tool does to the call itself. */
  readonly stopBeforeTool: "toolDoesNotRun" | "toolRunsFirst";
}
