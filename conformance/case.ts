import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunFacts } from "./facts.ts";

/** A scenario and the facts that were recorded when it was played. */
export interface Case {
  readonly scenario: Scenario;
  readonly expect: readonly RunFacts[];
}

/** What is set up and played. `{{HOOK}}`, `{{DIR}}`, `{{PROJ}}`, `{{HOME}}` and `{{PORT}}` are filled in everywhere. */
export interface Scenario {
  readonly name: string;
  /** One prompt, or several runs of the command in the same place. */
  readonly prompt?: string;
  readonly runs?: readonly ScenarioRun[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly model?: string;
  readonly format?: "stream-json" | "json" | "text";
  readonly settings?: {
    readonly user?: unknown;
    readonly project?: unknown;
    readonly local?: unknown;
  };
  /** Files of the project: a text, or a value to be written as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Files of the user's home. */
  readonly homeFiles?: Readonly<Record<string, unknown>>;
  /** Files of the project to be compared at the end. */
  readonly readFiles?: readonly string[];
  /** Folder of the project in which the command is started. */
  readonly subdir?: string;
  /** What the recorder hook does, by its id: recorder.mjs knows the fields. */
  readonly actions?: Readonly<Record<string, unknown>>;
  readonly turns?: Turns;
  /** How long to wait after the command's end for background processes. */
  readonly settleMs?: number;
  /** Longest time one run may take. */
  readonly timeoutMs?: number;
  /** Compared beyond the usual: which of these tools a request offers. */
  readonly keepTools?: readonly string[];
  /** The markers in the system prompt of a request. */
  readonly keepSystem?: boolean;
  /** The model that a request names. */
  readonly keepModel?: boolean;
  /** The tools in the result's list of refused calls. */
  readonly keepDenials?: boolean;
  /** Optional fields of hook inputs, in brief. */
  readonly keepKeys?: readonly string[];
  /** Further fields of a tool's output, in brief. */
  readonly keepResponse?: readonly string[];
  /** Fields of hook inputs of which only the markers are compared. */
  readonly markKeys?: readonly string[];
}

export interface ScenarioRun {
  readonly prompt?: string;
  /** Sent one by one on stdin, each prompt after the result of the one before. */
  readonly stdinLines?: readonly StdinLine[];
  /** Answers to the agent's control requests, by subtype. */
  readonly control?: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  readonly turns?: Turns;
}

/** A prompt, after a time to wait; or a message as it is, sent together with the next line. */
type StdinLine = { readonly prompt: string; readonly delayMs?: number } | { readonly raw: unknown };

/** What a request to the model is for. */
export type Purpose = "main" | "subagent" | "compact" | "hookPrompt" | "hookAgent" | "side";

/** The model's answers by purpose, and those to http hooks by name, each used once and in order. */
export type Turns = Readonly<Partial<Record<Purpose, readonly Turn[]>>> & {
  readonly http?: Readonly<Record<string, HttpAnswer | readonly HttpAnswer[]>>;
};

/** One answer of the model: its blocks, or its blocks with details. */
export type Turn = readonly Block[] | AnswerInDetail;

export type Block = string | { readonly tool: string; readonly input: unknown };

export interface AnswerInDetail {
  readonly blocks?: readonly Block[];
  readonly delayMs?: number;
  readonly inputTokens?: number;
  /** Kept for the first request that contains this text. */
  readonly when?: string;
  /** An error of the API instead of an answer. */
  readonly status?: number;
  readonly errorType?: string;
  readonly error?: string;
}

export interface HttpAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly delayMs?: number;
}

const folder = join(import.meta.dirname, "cases");

/** The names of all cases, sorted. */
export const caseNames = (): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length))
    .sort();

export const readCase = (name: string): Case =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));

/** The first word of a case's name says what it is about. */
export const familyOf = (name: string): string => name.split("-", 1)[0] ?? name;
