import { isDeepStrictEqual } from "node:util";
import type { AgentEvent } from "@snaphook/agent";
import { cancelledByHost, shortLine } from "@snaphook/engine/internal";
import { events } from "@snaphook/protocol";
import type { Note } from "./entry.ts";
import { hookName } from "./running-hooks.ts";
import { cutLine, shortNote } from "./short-text.ts";

type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;
type Outcome = Of<"outcome">["outcome"];
type Hook = Outcome["decidedBy"][number];

/** The call that hooks said something about. */
interface AboutCall {
  readonly name: string;
  readonly inputForHooks: unknown;
  /** What the hooks of its events decided so far. */
  readonly decisions: Readonly<Record<string, string>>;
}

/** A hook's name as people read it: a script of the project with its path in the project, and one line of a prompt. */
export function hookLabel(label: string): string {
  const [line = ""] = label.split("\n");
  const short = line
    .replaceAll(/"\$\{?CLAUDE_PROJECT_DIR\}?\/([^"]*)"/g, "$1")
    .replaceAll(/"?\$\{?CLAUDE_PROJECT_DIR\}?"?\//g, "");
  return cutLine(short, maxLabel);
}

const maxLabel = 60;

const labels = (hooks: readonly Hook[]): string =>
  [...new Set(hooks.map(({ label }) => hookLabel(label)))].join(", ");

/** The line about what a hook said, with who said it. */
export function noticeNote(notice: Of<"notice">, call: AboutCall | undefined): Note {
  const { level, message, event, withoutCall } = notice;
  const who = message && hookLabel(message.hook.label);
  const readable = (text: string) =>
    message && who !== undefined
      ? shortNote(shortened(withLabel(text, message.hook, who)))
      : shortNote(text);
  if (call && withoutCall !== undefined)
    return { level, text: `not run: ${readable(withoutCall)}`, saysWhy: true };
  const text = readable(notice.text);
  if (!message || event === undefined) return { level, text };
  const name = hookName(event, call?.name);
  switch (message.kind) {
    case "system-message":
      return { level, text: `${name} says: ${text}${text.includes("\n") ? "\n" : " "}(${who})` };
    case "stop-reason":
      return {
        level: "warning",
        text: `${name} stopped the turn: ${text} (${who})`,
        saysWhy: true,
      };
    case "reason": {
      const verb = verbs[call?.decisions[event] ?? ""];
      if (verb === undefined) break;
      return { level, text: `${verb} by ${who} (${name}): ${text}`, ...grant(verb) };
    }
    case "failure":
      if (message.text.includes(cancelledByHost))
        return { level: "info", text: `${name} hook: ${who} was interrupted before it answered` };
  }
  return { level, text: `${name} hook: ${text.includes(who ?? "") ? text : `${who}: ${text}`}` };
}

/** The engine names a hook by its label, or by the beginning of a long one. */
const withLabel = (text: string, { label }: Hook, who: string): string =>
  [label, shortLine(label, { maxLength: 80 })].reduce(
    (rest, name) => rest.replaceAll(name, who),
    text,
  );

/** What a reason is for; that of a refusal says it itself. */
const verbs: Readonly<Record<string, string>> = {
  proceed: "allowed",
  allow: "allowed",
  ask: "question asked",
};

const grant = (verb: string): Pick<Note, "isGrant"> =>
  verb === "allowed" ? { isGrant: true } : {};

/** The command that repeats a run is in the details: here it would take several rows. */
const shortened = (text: string): string =>
  text.replace(/ \(to repeat it: .*\)$/s, " (Ctrl+O shows how to repeat it)");

/** What the hooks of an event decided or changed without saying so: one line each, with who did it. */
export function outcomeNotes(outcome: Outcome, call: AboutCall | undefined): readonly Note[] {
  return [
    ...grantNotes(outcome, call).map((text): Note => ({ level: "info", text, isGrant: true })),
    ...[...changeNotes(outcome, call), ...feedbackNotes(outcome)].map(
      (text): Note => ({ level: "info", text }),
    ),
  ];
}

/** Texts for the model that let a turn continue, and what hooks of some events print. */
function feedbackNotes({ kind, action, event, messages }: Outcome): readonly string[] {
  const continues = kind === "turn-end" && action === "continue";
  const shown = messages.filter(
    (message) =>
      (continues && message.audience === "model" && message.kind === "context") ||
      (events[event].showsStdout && message.audience !== "log" && printed.includes(message.kind)),
  );
  const notes = shown.map(
    ({ hook, text }) => `${event} hook: ${hookLabel(hook.label)}: ${text.trimEnd()}`,
  );
  return [...new Set(notes)];
}

const printed: readonly Outcome["messages"][number]["kind"][] = ["instructions", "stdout"];

function grantNotes(outcome: Outcome, call: AboutCall | undefined): readonly string[] {
  const isGrant =
    (outcome.kind === "tool-call" &&
      outcome.action === "proceed" &&
      outcome.permission === "granted") ||
    (outcome.kind === "permission" && outcome.action === "allow");
  if (!isGrant || outcome.decidedBy.length === 0) return [];
  // A reason is a notice, which names the hook.
  const hasReason = outcome.messages.some(
    ({ audience, kind }) => audience === "user" && kind === "reason",
  );
  if (hasReason) return [];
  return [`allowed by ${labels(outcome.decidedBy)} (${hookName(outcome.event, call?.name)})`];
}

function changeNotes(outcome: Outcome, call: AboutCall | undefined): readonly string[] {
  const name = hookName(outcome.event, call?.name);
  const who = (hooks: readonly Hook[]) => (hooks.length === 0 ? `a ${name} hook` : labels(hooks));
  if (outcome.kind === "result" && outcome.fields?.["updatedToolOutput"] !== undefined)
    return [`the result was replaced by ${who(outcome.decidedBy)}; Ctrl+O shows it`];
  const isRewrite =
    call !== undefined &&
    (outcome.kind === "tool-call" || outcome.kind === "permission") &&
    outcome.action !== "refuse" &&
    outcome.action !== "deny" &&
    outcome.rewrittenBy !== undefined &&
    !isDeepStrictEqual(outcome.input, call.inputForHooks);
  if (!isRewrite) return [];
  const changed = changedKeys(call.inputForHooks, outcome.input).join(", ");
  return [
    `input changed by ${labels(outcome.rewrittenBy)}: ${changed}; Ctrl+O shows the difference`,
  ];
}

function changedKeys(before: unknown, after: object): readonly string[] {
  const old = (before ?? {}) as Readonly<Record<string, unknown>>;
  const now = after as Readonly<Record<string, unknown>>;
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => !isDeepStrictEqual(old[key], now[key]),
  );
}
