import {
  answerOf,
  type HandlerAnswer,
  type HandlerDefinition,
  type HandlerRun,
  type HandlerTraits,
} from "./handler-definition.ts";

/** Fields that code hooks share with hooks in settings, so that the engine treats both alike. */
export interface CodeHandlerFields {
  readonly [key: string]: unknown;
  /** In the unit of its type (H1). */
  readonly timeout?: number | undefined;
  readonly if?: string | undefined;
  readonly once?: boolean | undefined;
  readonly statusMessage?: string | undefined;
  /** A name to show to people. Default: the function's name. */
  readonly label?: string | undefined;
}

/** What the file of a code handler type says. */
interface CodeHandlerSpecification<T extends CodeHandlerFields>
  extends Omit<HandlerTraits<T>, "label" | "identity"> {
  readonly type: T["type"] & string;
  /** The field with the function, which makes it a code handler. */
  readonly code: string;
  /** Further fields of the type. */
  readonly ownFields?: readonly string[];
  readonly takesOnFailure: boolean;
  readonly run: HandlerRun<T, never>;
  readonly answer: HandlerAnswer<T>;
}

/** A type that only code can register: a function is part of it. */
export interface CodeHandlerDefinition<T = never> extends HandlerDefinition<T> {
  readonly code: string;
}

const commonFields = ["type", "timeout", "if", "once", "statusMessage", "label", "onFailure"];

/** Makes the definition. A handler is labelled with its function's name, and identical only to one with the same function. */
export function defineCodeHandler<T extends CodeHandlerFields>(
  specification: CodeHandlerSpecification<T>,
): CodeHandlerDefinition<T> {
  const { type, code, answer, ownFields = [] } = specification;
  return {
    ...specification,
    fields: [...commonFields, code, ...ownFields],
    answer: answerOf<T>(answer),
    label: (handler) => handler.label ?? ((handler[code] as { name: string }).name || type),
    identity: (handler) => [nameOf(handler[code] as object)],
  };
}

const names = new WeakMap<object, string>();
let count = 0;

/** A different name for each function, because two functions may have the same source text. */
function nameOf(code: object): string {
  const known = names.get(code) ?? `code ${count++}`;
  names.set(code, known);
  return known;
}
