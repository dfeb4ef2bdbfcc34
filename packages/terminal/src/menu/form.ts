import type { HookChange, TriedHook, WritableScope } from "@snaphook/bench";
import {
  definitionOf,
  type EventName,
  events,
  inForeground,
  isRefusable,
  profileNamed,
  profiles,
  programOf,
  typeLimitMs,
} from "@snaphook/protocol";
import type { EditedText } from "../input/edit-text.ts";
import type { FieldName } from "./field-name.ts";
import type { MenuHook } from "./menu-data.ts";

/** A hook that the user makes or changes, all as typed. */
export interface Draft {
  readonly event: EventName;
  readonly matcher: string;
  readonly command: string;
  readonly timeout: string;
  readonly onFailure: string;
  readonly scope: WritableScope;
  /** Fields of the event as JSON, for the test. */
  readonly input: string;
}

export interface Form {
  readonly draft: Draft;
  /** The hook that is changed; undefined: a new one. */
  readonly editing: MenuHook | undefined;
  /** The field that is asked for; undefined: all are shown. */
  readonly asking: FieldName | undefined;
  /** The form is only for the input of an explanation. */
  readonly explains?: true;
  /** Whether the next field is asked for after this one. */
  readonly guided: boolean;
  readonly typed: EditedText;
  /** Why the typed text is not accepted, or what its author should know. */
  readonly problem: string | undefined;
  /** The last test, and the draft that it was of. */
  readonly test: FormTest | undefined;
}

interface FormTest {
  readonly of: string;
  readonly summary: string;
  readonly text: string;
  readonly copy: string | undefined;
}

/** The fields that a form has; an event without matcher has none. */
export function fieldsOf({
  editing,
  draft,
}: Pick<Form, "editing" | "draft">): readonly FieldName[] {
  const { matchesOn } = events[draft.event];
  const handler = editing?.hook?.handler;
  const hasCommand = handler === undefined || programOf(handler) !== undefined;
  const takesOnFailure = handler === undefined || definitionOf(handler).takesOnFailure;
  return [
    ...(editing ? [] : (["event"] as const)),
    ...(matchesOn === undefined ? [] : (["matcher"] as const)),
    ...(hasCommand ? (["command"] as const) : []),
    "timeout",
    ...(takesOnFailure ? (["onFailure"] as const) : []),
    ...(editing ? [] : (["scope"] as const)),
    "input",
  ];
}

/** The fields that a guided form asks for; the others have defaults. */
const asked: readonly FieldName[] = ["event", "matcher", "command", "scope", "input"];

/** The field that a guided form asks for after this one, or before it; undefined: there is none. */
export function neighbour(form: Form, step: 1 | -1): FieldName | undefined {
  const names = fieldsOf(form).filter((name) => asked.includes(name));
  return form.asking && names[names.indexOf(form.asking) + step];
}

/** What identifies the test of a draft: another command or input needs another test. */
export const testKey = ({ event, matcher, command, timeout, onFailure, input }: Draft): string =>
  JSON.stringify([event, matcher, command, timeout, onFailure, input]);

/** The fields of the handler that the draft sets. */
function handlerFields({ command, timeout, onFailure }: Draft, names: readonly FieldName[]) {
  return {
    ...(names.includes("command") ? { command } : {}),
    ...(timeout.trim() === "" ? {} : { timeout: Number(timeout) }),
    ...(onFailure === "" ? {} : { onFailure }),
  };
}

/** The hook of a form, as a settings file has it. */
export function hookOf(form: Form): TriedHook {
  const { draft, editing } = form;
  const { event, matcher } = draft;
  const base = editing?.hook?.handler ?? { type: "command" };
  return {
    event,
    ...(matcher === "" ? {} : { matcher }),
    handler: { ...base, ...handlerFields(draft, fieldsOf(form)) },
  };
}

/** The same for a test: the host waits for it. */
export const triedHookOf = (form: Form): TriedHook => {
  const hook = hookOf(form);
  return { ...hook, handler: inForeground(hook.handler as Parameters<typeof inForeground>[0]) };
};

/** What the draft changes of the hook that is edited. */
export function changeOf(form: Form): HookChange {
  const { draft, editing } = form;
  const before = (editing?.hook?.handler ?? {}) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(handlerFields(draft, fieldsOf(form))).filter(
    ([name, value]) => before[name] !== value,
  );
  // An empty text removes a field that the hook has.
  const removed = (["timeout", "onFailure"] as const).filter(
    (name) => draft[name].trim() === "" && before[name] !== undefined,
  );
  return {
    ...(draft.matcher === (editing?.hook?.matcher.pattern ?? "") ? {} : { matcher: draft.matcher }),
    fields: Object.fromEntries([...fields, ...removed.map((name) => [name, undefined])]),
  };
}

/** Whether leaving the form would lose something. */
export function hasWork(form: Form): boolean {
  if (form.explains) return false;
  if (form.editing === undefined) return form.draft.command !== "";
  const { matcher, fields } = changeOf(form);
  return matcher !== undefined || Object.keys(fields).length > 0;
}

/** What is used where the draft says nothing: the limit in seconds, and what a failure does (H8). */
export function defaultsOf({ draft, editing }: Form, profile: string) {
  const handler = editing?.hook?.handler ?? ({ type: "command", command: "" } as const);
  const event = events[draft.event];
  const view = profileNamed(profile) ?? profiles.reference;
  return {
    timeout: typeLimitMs(handler) / 1000,
    onFailure: event.failureRefuses && isRefusable(event, view) ? "block" : "continue",
  };
}

/** Why a typed value cannot be used; undefined if it can. */
export function valueProblem(name: FieldName, text: string): string | undefined {
  if (name === "command" && text.trim() === "") return "a hook needs a command";
  if (name === "timeout" && text.trim() !== "") {
    const seconds = Number(text);
    if (!(seconds > 0 && Number.isFinite(seconds)))
      return "this is not a number of seconds above 0";
  }
  return undefined;
}
