import type { OutcomeKind } from "../events/event-definition.ts";
import type { AnswerForm, AnswerForms, WaysToRun, WayToRun } from "./ways-to-run.ts";

/** One way to run a handler: which one, and how to get from the handler what it has to know. */
export interface RunBy<T, Way extends WayToRun> {
  readonly by: Way;
  readonly with: (handler: T) => WaysToRun[Way];
}

/** P12: the fields by which a handler asks for the background; the second lets its end wake the model. */
interface BackgroundFields<Field> {
  readonly field: Field;
  readonly wakingField: Field;
}

/** Only a process can go on in the background or be started ahead of need. Its words name programs and scripts. */
interface RunByProcess<T, Field> extends RunBy<T, "process"> {
  readonly background: BackgroundFields<Field> | "never";
  /** The field by which a handler asks to be started ahead of need (P17). */
  readonly prewarm: Field | "never";
}

interface RunByOther<T, Way extends WayToRun> extends RunBy<T, Way> {
  /** The words of a program that does the same with the input on its stdin. */
  readonly repeat: ((handler: T) => readonly string[]) | "never";
}

type OtherWay = Exclude<WayToRun, "process">;

/** How a handler runs; what follows from the way stands with it. */
export type HandlerRun<T, Field = string> =
  | RunByProcess<T, Field>
  | { readonly [Way in OtherWay]: RunByOther<T, Way> }[OtherWay];

/** How a handler's answer is read: in which form, and how to get from the handler what the reader has to know. */
export interface AnswerAs<T, Form extends AnswerForm = AnswerForm> {
  readonly as: Form;
  readonly with: (handler: T) => AnswerForms[Form];
}

/** Forms of which the reader has to know nothing more. */
type PlainForm = {
  readonly [Form in AnswerForm]: AnswerForms[Form] extends undefined ? Form : never;
}[AnswerForm];

/** The same as a definition writes it: by name alone where that says all. */
export type HandlerAnswer<T> =
  | PlainForm
  | {
      readonly [Form in Exclude<AnswerForm, PlainForm>]: AnswerAs<T, Form>;
    }[Exclude<AnswerForm, PlainForm>];

/** What every type says about itself, whether settings or code register it. */
export interface HandlerTraits<T> {
  /** H1: the unit of `timeout`, and the limit without one, in that unit. */
  readonly limit: { readonly unit: "seconds" | "milliseconds"; readonly default: number };
  /** H9: some events have no time for a model. */
  readonly asksModel: boolean;
  /** The events it can run on: all, or those whose outcome is of one kind. */
  readonly runsOn: "every-event" | OutcomeKind;
  /** T9: what its answer depends on that trust cannot cover; `undefined`: only what it names. */
  readonly dependsOn: { readonly what: string; readonly why: string } | undefined;
  /** What people call it. */
  label(handler: T): string;
  /** P4: what makes two handlers of one event the same. */
  identity(handler: T): readonly unknown[];
}

/**
 * A handler type is data: everything the engine and the bench know about it
 * stands in its one file, and nothing else asks for its name.
 */
export interface HandlerDefinition<T = never> extends HandlerTraits<T> {
  readonly type: string;
  readonly run: HandlerRun<T>;
  readonly answer: AnswerAs<T>;
  /** H8: whether `onFailure` counts. */
  readonly takesOnFailure: boolean;
}

/** Fills in what a form by name alone leaves out. */
export const answerOf = <T>(answer: HandlerAnswer<T>): AnswerAs<T> =>
  typeof answer === "string" ? { as: answer, with: () => undefined } : answer;
