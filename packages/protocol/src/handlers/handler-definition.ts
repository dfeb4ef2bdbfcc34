import type { OutcomeKind } from "../events/event-definition.ts";
import type { AnswerForm, AnswerForms, WaysToRun, WayToRun } from "./ways-to-run.ts";

/** One way to run a handler, and how to get what the runner needs from the handler. */
export interface RunBy<T, Way extends WayToRun> {
  readonly by: Way;
  readonly with: (handler: T) => WaysToRun[Way];
}

/** P12: the fields that run a handler in the background; with the second, its end can wake the model. */
interface BackgroundFields<Field> {
  readonly field: Field;
  readonly wakingField: Field;
}

/** Only a process can run in the background or start before it is needed. Its arguments name programs and scripts. */
interface RunByProcess<T, Field> extends RunBy<T, "process"> {
  readonly background: BackgroundFields<Field> | "never";
  /** The field that starts a handler's process before it is needed (P17). */
  readonly prewarm: Field | "never";
}

interface RunByOther<T, Way extends WayToRun> extends RunBy<T, Way> {
  /** A shell command that does the same with the input on its stdin. */
  readonly repeat: ((handler: T) => string) | "never";
}

type OtherWay = Exclude<WayToRun, "process">;

/** How a handler runs, with the options of that way. */
export type HandlerRun<T, Field = string> =
  | RunByProcess<T, Field>
  | { readonly [Way in OtherWay]: RunByOther<T, Way> }[OtherWay];

/** The form of a handler's answer, and how to get what the reader needs from the handler. */
export interface AnswerAs<T, Form extends AnswerForm = AnswerForm> {
  readonly as: Form;
  readonly with: (handler: T) => AnswerForms[Form];
}

/** Forms whose reader needs nothing from the handler. */
type PlainForm = {
  readonly [Form in AnswerForm]: AnswerForms[Form] extends undefined ? Form : never;
}[AnswerForm];

/** The same in a definition: just the name, if the reader needs nothing else. */
export type HandlerAnswer<T> =
  | PlainForm
  | {
      readonly [Form in Exclude<AnswerForm, PlainForm>]: AnswerAs<T, Form>;
    }[Exclude<AnswerForm, PlainForm>];

/** What every type defines, whether settings or code register it. */
export interface HandlerTraits<T> {
  /** H1: the unit of `timeout`, and the limit without one, in that unit. */
  readonly limit: { readonly unit: "seconds" | "milliseconds"; readonly default: number };
  /** H9: a model is too slow for some events. */
  readonly asksModel: boolean;
  /** The events it can run on: all, or those with one kind of outcome. */
  readonly runsOn: "every-event" | OutcomeKind;
  /** T9: what its answer depends on that trust cannot cover; `undefined`: only what it names. */
  readonly dependsOn: { readonly what: string; readonly why: string } | undefined;
  /** A name to show to people. */
  label(handler: T): string;
  /** P4: what makes two handlers of one event the same. */
  identity(handler: T): readonly unknown[];
}

/**
 * A handler type is data: everything the engine and the bench know about it
 * is in its one file, and no other code checks its name.
 */
export interface HandlerDefinition<T = never> extends HandlerTraits<T> {
  readonly type: string;
  readonly run: HandlerRun<T>;
  readonly answer: AnswerAs<T>;
  /** Every key that a handler of the type may have. */
  readonly fields: readonly string[];
  /** H8: whether `onFailure` works. */
  readonly takesOnFailure: boolean;
}

/** Expands a form that is given by name only. */
export const answerOf = <T>(answer: HandlerAnswer<T>): AnswerAs<T> =>
  typeof answer === "string" ? { as: answer, with: () => undefined } : answer;
