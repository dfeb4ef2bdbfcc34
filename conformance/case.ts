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
}

export interface ScenarioRun {
  readonly prompt?: string;
  /** Prompts sent one by one on stdin, each after the result of the one before. */
  readonly stdinLines?: readonly { readonly prompt: string }[];
  readonly args?: readonly string[];
  readonly turns?: Turns;
}

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
