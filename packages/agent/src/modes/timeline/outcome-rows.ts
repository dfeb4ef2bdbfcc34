import { isDeepStrictEqual } from "node:util";
import { events } from "@snaphook/protocol";
import type { AgentEvent } from "../../loop/agent-event.ts";
import { row, short } from "./columns.ts";

type Progress = Extract<AgentEvent, { readonly type: "hook" }>["progress"];
type Outcome = Extract<AgentEvent, { readonly type: "outcome" }>["outcome"];
type Message = Outcome["messages"][number];

/** A run that ended while its event was decided. */
export type EndedRun = Extract<Progress, { readonly type: "run-ended" }>;

/** A hook that the event selected and that did not run. */
export type SkippedHook = Extract<Progress, { readonly type: "run-skipped" }>;

/** The hooks of an event, as far as they are known when it is decided. */
export interface HooksOfEvent {
  readonly runs: readonly EndedRun[];
  readonly skipped: readonly SkippedHook[];
}

/**
 * One event: its outcome and who decided it, then each hook that ran, with who sees which of its texts, and each
 * hook that did not run, with the reason. The message about such a hook comes once in a session, this row every time.
 */
export function outcomeRows(
  outcome: Outcome,
  { runs, skipped }: HooksOfEvent,
  callInput?: unknown,
): readonly string[] {
  const { event, decidedBy } = outcome;
  const messages = outcome.messages.filter(
    (message) => !isAnswer(message) && message.kind !== "held",
  );
  const own = runs
    .filter((run) => run.event === event)
    .toSorted((a, b) => a.run.planned.order - b.run.planned.order);
  const held = skipped.filter((one) => one.event === event);
  const hooks = new Map(
    [...own, ...held, ...messages, ...decidedBy.map((hook) => ({ hook }))].map(({ hook }) => [
      hook.id,
      hook.label,
    ]),
  );
  if (hooks.size === 0) return [];
  const lines = [
    `${markOf(outcome)} ${event}: ${wordOf(outcome)}${deciders(outcome, own.length > 0)}`,
    ...[...hooks].flatMap(([id, label]) => [
      `  ${name(label).padEnd(nameWidth)} ${facts(own.filter((run) => run.hook.id === id))}`,
      ...[...new Set(held.filter(({ hook }) => hook.id === id).map(({ because }) => because))].map(
        (because) => `    did not run: ${because}`,
      ),
      ...messages.filter(({ hook }) => hook.id === id).map((one) => messageLine(one, event)),
    ]),
    ...answeredFields(outcome),
    ...rewrite(outcome, callInput),
  ];
  return lines.map((line, index) => row(index === 0 ? "hooks" : "", short(line).trimEnd()));
}

const nameWidth = 40;

/** A JSON answer: its fields are shown one by one instead. */
const isAnswer = ({ kind, audience, text }: Message): boolean =>
  kind === "stdout" && audience !== "model" && text.trimStart().startsWith("{");

/** Kinds of outcome on which hooks decide nothing. */
const undecided = ["notice", "result"];

function deciders({ decidedBy, kind }: Outcome, anyRan: boolean): string {
  if (decidedBy.length > 0) return `, by ${decidedBy.map(({ label }) => name(label)).join(", ")}`;
  if (!anyRan) return "; no hook ran";
  return undecided.includes(kind) ? "" : "; no hook had an opinion";
}

/** A project's script is shown with its path in the project. */
function name(label: string): string {
  const [line = ""] = label.split("\n");
  const inProject = line
    .replaceAll(/"\$\{?CLAUDE_PROJECT_DIR\}?\/([^"]*)"/g, "$1")
    .replaceAll(/"?\$\{?CLAUDE_PROJECT_DIR\}?"?\//g, "");
  return short(inProject, nameWidth);
}

const against = ["refuse", "deny", "stop"];

function markOf({ action, kind }: Outcome): string {
  if (action === "continue" && kind === "turn-end") return "↻";
  return against.includes(action) ? "✗" : "✓";
}

const wordOf = ({ action }: Outcome): string => action;

/** How long each run took and how it ended; with parallel calls there are several runs. */
const facts = (runs: readonly EndedRun[]): string =>
  runs.map(({ run }) => `${duration(run.durationMs)}  ${endOf(run.end)}`).join(" | ");

/** `timedOut` is "timed out", `exited 2` is "exit 2". */
function endOf(end: EndedRun["run"]["end"]): string {
  if (end.how === "exited") return `exit ${end.code}`;
  if (end.how === "responded") return `status ${end.status}`;
  return end.how.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The line above names the hook, so its name is removed from its text. */
function messageLine({ audience, kind, text, hook }: Message, event: Outcome["event"]): string {
  const block = text.indexOf(`: ${events[event].block}: `);
  const said = block < 0 ? text.replace(`[${hook.label}]: `, "") : text.slice(block + 2);
  const [line = "", ...more] = said.trim().split("\n");
  const rest = more.length === 0 ? "" : ` … ${more.length} more`;
  return `    ${`→ ${audience === "verbose" ? "log" : audience}`.padEnd(8)} ${kind}: ${short(line, 76 - rest.length)}${rest}`;
}

/** Kinds of outcome whose other fields say what the host does, such as `retry` or `worktreePath`. */
const withFields = ["notice", "gate"];

const answeredFields = (outcome: Outcome): readonly string[] =>
  withFields.includes(outcome.kind)
    ? Object.entries(outcome.fields ?? {}).map(
        ([key, value]) => `  ${key}: ${JSON.stringify(value)}`,
      )
    : [];

/** Kinds of outcome with which a hook can replace the input of a call. */
const rewriting = ["tool-call", "permission"];

/** F2: a hook replaced the model's input. */
function rewrite(outcome: Outcome, callInput: unknown): readonly string[] {
  if (!rewriting.includes(outcome.kind) || !("input" in outcome) || callInput === undefined)
    return [];
  if (outcome.action === "refuse" || isDeepStrictEqual(outcome.input, callInput)) return [];
  return [`  the input is now ${JSON.stringify(outcome.input)}`];
}

const duration = (ms: number): string => `${Math.round(ms)} ms`.padStart(7);
