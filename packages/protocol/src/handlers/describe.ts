import type { EventDefinition } from "../events/event-definition.ts";
import type { Profile } from "../profiles/profile.ts";
import type { CodeHandlerDefinition } from "./code-handler.ts";
import type { HandlerDefinition } from "./handler-definition.ts";
import type { SettingsHandlerDefinition } from "./settings-handler.ts";
import { type AnyHandler, codeHandlers, handlers } from "./table.ts";
import type { Program } from "./ways-to-run.ts";

type Definition = HandlerDefinition<AnyHandler>;
/** A handler, or an unchecked entry from a file. */
type Fields = Readonly<Record<string, unknown>>;

// Each definition only accepts handlers of its own type, and is looked up by that type. Only here is the compiler told so.
const ofSettings: ReadonlyMap<unknown, SettingsHandlerDefinition<AnyHandler>> = new Map(
  Object.entries(handlers) as unknown as [string, SettingsHandlerDefinition<AnyHandler>][],
);
const ofCode: ReadonlyMap<unknown, CodeHandlerDefinition<AnyHandler>> = new Map(
  Object.entries(codeHandlers) as unknown as [string, CodeHandlerDefinition<AnyHandler>][],
);

/** The definition of a handler's type. Throws if the type does not exist: settings were checked, so it is an error in code. */
export function definitionOf(handler: AnyHandler): Definition {
  const found = findDefinition(handler);
  if (found) return found;
  const { type } = handler;
  const code = ofCode.get(type)?.code;
  throw new TypeError(
    code === undefined
      ? `unknown hook type ${JSON.stringify(type)}`
      : `a ${type} hook needs a function as ${code}`,
  );
}

function findDefinition(handler: Fields): Definition | undefined {
  const { type } = handler;
  const code = ofCode.get(type);
  return code && typeof handler[code.code] === "function" ? code : ofSettings.get(type);
}

/** A name to show to people; if the handler is incomplete or of an unknown type, its type. */
export function labelOf(handler: Fields): string {
  const found = findDefinition(handler);
  const ofFile = ofSettings.get(handler["type"]);
  const isBad = found === ofFile && ofFile?.read(handler).problems.length !== 0;
  return found && !isBad ? found.label(handler as AnyHandler) : String(handler["type"]);
}

/** P4: what makes two handlers of one event the same. */
export const identityOf = (handler: AnyHandler): readonly unknown[] =>
  definitionOf(handler).identity(handler);

/** Whether two handlers have the same type and the same required texts; other fields may differ. */
export function isAlike(one: Fields, other: Fields): boolean {
  const texts = textsOf(one);
  return (
    one["type"] === other["type"] &&
    texts.length > 0 &&
    texts.every((key) => one[key] === other[key])
  );
}

/** The name of a required text that is empty, if any: then there is nothing to run or ask. */
export const emptyTextOf = (handler: Fields): string | undefined =>
  textsOf(handler).find((key) => {
    const text = handler[key];
    return typeof text === "string" && text.trim() === "";
  });

const textsOf = ({ type }: Fields): readonly string[] =>
  Object.keys(ofSettings.get(type)?.texts ?? {});

/** H9: whether handlers of a type ask a model, which is too slow for some events. */
export const asksModel = ({ type }: Pick<AnyHandler, "type">): boolean =>
  (ofSettings.get(type) ?? ofCode.get(type))?.asksModel ?? false;

/** H6, H9: whether a handler can run on an event. */
export function canRunOn(handler: AnyHandler, event: EventDefinition): boolean {
  const { runsOn, asksModel } = definitionOf(handler);
  if (asksModel && !event.takesModelHooks) return false;
  return runsOn === "every-event" || runsOn === event.outcome;
}

/** H1: the limit that a handler sets itself, in milliseconds. */
export function ownLimitMs(handler: AnyHandler): number | undefined {
  if (handler.timeout === undefined) return undefined;
  return inMilliseconds(definitionOf(handler), handler.timeout);
}

/** H1: the limit of its type, for handlers without `timeout`. */
export function typeLimitMs(handler: AnyHandler): number {
  const definition = definitionOf(handler);
  return inMilliseconds(definition, definition.limit.default);
}

const inMilliseconds = ({ limit }: Definition, value: number): number =>
  limit.unit === "seconds" ? value * 1000 : value;

/** The program a handler starts, whose arguments may name scripts (T1); `undefined`: it starts none. */
export function programOf(handler: Fields): Program | undefined {
  const run = findDefinition(handler)?.run;
  if (run?.by !== "process") return undefined;
  const hasTexts = textsOf(handler).every((key) => typeof handler[key] === "string");
  return hasTexts ? run.with(handler as AnyHandler) : undefined;
}

/** P12: whether a handler runs in the background, and whether its end can wake the model. */
export function backgroundOf(handler: AnyHandler): "no" | "yes" | "wakes" {
  const { run } = definitionOf(handler);
  if (run.by !== "process" || run.background === "never") return "no";
  if (handler[run.background.wakingField] === true) return "wakes";
  return handler[run.background.field] === true ? "yes" : "no";
}

/** The same handler, changed so that the host waits for it. */
export function inForeground(handler: AnyHandler): AnyHandler {
  const { run } = definitionOf(handler);
  if (run.by !== "process" || run.background === "never" || backgroundOf(handler) === "no")
    return handler;
  const { field, wakingField } = run.background;
  return { ...handler, [field]: false, [wakingField]: false };
}

/** P17: whether a handler's process starts before it is needed. */
export function wantsPrewarm(handler: AnyHandler): boolean {
  const { run } = definitionOf(handler);
  return run.by === "process" && run.prewarm !== "never" && handler[run.prewarm] === true;
}

/** H8, section 12 of the contract: whether `onFailure` works on a handler in this profile. */
export function onFailureCounts(handler: AnyHandler, { onFailureCountsFor }: Profile): boolean {
  if (!definitionOf(handler).takesOnFailure) return false;
  return (
    onFailureCountsFor === "every-type" || onFailureCountsFor.some((type) => type === handler.type)
  );
}
