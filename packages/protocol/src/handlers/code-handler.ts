import {
  answerOf,
  type HandlerAnswer,
  type HandlerDefinition,
  type HandlerRun,
  type HandlerTraits,
} from "./handler-definition.ts";

/** Fields that code hooks share with those of settings, so that both are one kind of thing. */
export interface CodeHandlerFields {
  readonly [key: string]: unknown;
  /** In the unit of its type (H1). */
  readonly timeout?: number | undefined;
  readonly if?: string | undefined;
  readonly once?: boolean | undefined;
  readonly statusMessage?: string | undefined;
  /** What people call it; default: the function's name. */
  readonly label?: string | undefined;
}

/** What the file of a type for code says. */
interface CodeHandlerSpecification<T extends CodeHandlerFields>
  extends Omit<HandlerTraits<T>, "label" | "identity"> {
  readonly type: T["type"] & string;
  /** The field that holds the function: what makes it a handler of code. */
  readonly code: string;
  readonly takesOnFailure: boolean;
  readonly run: HandlerRun<T, never>;
  readonly answer: HandlerAnswer<T>;
}

/** A type that only code can register: a function is part of it. */
export interface CodeHandlerDefinition<T = never> extends HandlerDefinition<T> {
  readonly code: string;
}

/** Makes the definition from what the type's file says. It is called after its function, and the same only as itself. */
export function defineCodeHandler<T extends CodeHandlerFields>(
  specification: CodeHandlerSpecification<T>,
): CodeHandlerDefinition<T> {
  const { type, code, answer } = specification;
  return {
    ...specification,
    answer: answerOf<T>(answer),
    label: (handler) => handler.label ?? ((handler[code] as { name: string }).name || type),
    identity: (handler) => [nameOf(handler[code] as object)],
  };
}

const names = new WeakMap<object, string>();
let count = 0;

/** Tells functions apart: two of them may have the same text. */
function nameOf(code: object): string {
  const known = names.get(code) ?? `code ${count++}`;
  names.set(code, known);
  return known;
}
