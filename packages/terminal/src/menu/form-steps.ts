import { matcherOf } from "@snaphook/bench";
import { type EventName, isEventName, programOf } from "@snaphook/protocol";
import { emptyText, withText } from "../input/edit-text.ts";
import type { FieldName } from "./field-name.ts";
import { type Draft, type Form, neighbour, valueProblem } from "./form.ts";
import type { MenuData, MenuHook } from "./menu-data.ts";
import { completeInput, sampleText } from "./sample-text.ts";

/** The form for a new hook: it asks for one field after the other. */
export function newForm(event: EventName | undefined, data: MenuData): Form {
  const draft: Draft = {
    event: event ?? "PreToolUse",
    matcher: "",
    command: "",
    timeout: "",
    onFailure: "",
    scope: data.files.project === undefined ? "user" : "project",
    input: "",
  };
  const form: Form = {
    draft,
    editing: undefined,
    asking: "event",
    guided: true,
    typed: emptyText,
    problem: undefined,
    test: undefined,
  };
  return event === undefined ? form : ask(form, neighbour(form, 1), data);
}

/** Asks for the input of an event alone, for an explanation. */
export const inputForm = (event: EventName, data: MenuData): Form =>
  ask({ ...newForm(event, data), guided: false, explains: true }, "input", data);

/** The form of a hook that exists. */
export function editForm(target: MenuHook, data: MenuData): Form | undefined {
  const { hook, row } = target;
  if (hook === undefined) return undefined;
  const { handler, event, matcher } = hook;
  const { onFailure = "", timeout = "" } = handler as Readonly<Record<string, unknown>>;
  const scope = row.scope === "user" || row.scope === "local" ? row.scope : "project";
  return {
    draft: {
      event,
      matcher: matcher.pattern ?? "",
      command: programOf(handler)?.command ?? "",
      timeout: String(timeout),
      onFailure: String(onFailure),
      scope,
      input: sampleText(event, matcher.pattern, data),
    },
    editing: target,
    asking: undefined,
    guided: false,
    typed: emptyText,
    problem: undefined,
    test: undefined,
  };
}

/** Asks for a field, with its value to change; undefined: shows all fields. */
export function ask(form: Form, name: FieldName | undefined, data: MenuData): Form {
  const draft = withSample(form.draft, data);
  const text = name === undefined ? "" : draft[name];
  return { ...form, draft, asking: name, typed: withText(emptyText, text), problem: undefined };
}

/** A sample of the event, once it is needed. */
const withSample = (draft: Draft, data: MenuData): Draft =>
  draft.input === ""
    ? { ...draft, input: sampleText(draft.event, draft.matcher || undefined, data) }
    : draft;

/** Takes a value for the field that is asked for. The form is complete when nothing more is asked. */
export function accept(form: Form, value: string, data: MenuData): Form {
  const { asking: name } = form;
  if (name === undefined) return form;
  const problem = valueProblem(name, value) ?? fieldProblem(form, name, value, data);
  if (problem !== undefined) return { ...form, problem };
  const draft = withValue(form.draft, name, value);
  const next = { ...form, draft };
  return form.guided ? askNext(next, data) : ask(next, undefined, data);
}

function askNext(form: Form, data: MenuData): Form {
  const name = neighbour(form, 1);
  return ask({ ...form, guided: name !== undefined }, name, data);
}

function fieldProblem(
  { draft }: Form,
  name: FieldName,
  value: string,
  data: MenuData,
): string | undefined {
  if (name === "matcher" && matcherOf(value || undefined, data.profile).kind === "invalid")
    return `${value} is not a valid regular expression`;
  if (name === "input") {
    const input = completeInput(draft.event, value, data);
    return typeof input === "string" ? input : undefined;
  }
  return name === "scope" && data.files[value as Draft["scope"]] === undefined
    ? "these settings are not read in this session"
    : undefined;
}

/** Another event or matcher needs another sample. */
function withValue(draft: Draft, name: FieldName, value: string): Draft {
  if (name === "event" && isEventName(value))
    return { ...draft, event: value, matcher: "", input: "" };
  const changed = { ...draft, [name]: value };
  return name === "matcher" && value !== draft.matcher ? { ...changed, input: "" } : changed;
}

/** Esc: the field before, in a guided form; undefined: there is none, so the form closes. */
export function stepBack(form: Form, data: MenuData): Form | undefined {
  if (form.asking === undefined) return undefined;
  if (form.explains) return undefined;
  if (!form.guided) return ask(form, undefined, data);
  const before = neighbour(form, -1);
  return before === undefined ? undefined : ask(form, before, data);
}
