import { z } from "zod";
import { about, number, text, word, wordsOf } from "../fields.ts";
import { once } from "../once.ts";
import { type Schema, schema } from "../schema.ts";
import {
  alwaysOutput,
  type CommonOutput,
  commonOutput,
  type Opinion,
  readDecision,
} from "./opinion.ts";

/**
 * What hooks of an event decide, which determines the union of its outcome.
 *
 * - `tool-call`: whether a tool runs, and with which input
 * - `permission`: how a permission question is answered
 * - `gate`: whether something goes ahead
 * - `turn-end`: whether an agent that finished continues
 * - `result`: what is added to something that already happened
 * - `notice`: nothing
 */
export type OutcomeKind = "tool-call" | "permission" | "gate" | "turn-end" | "result" | "notice";

export const permissionModes = [
  "default",
  "plan",
  "acceptEdits",
  "auto",
  "dontAsk",
  "bypassPermissions",
] as const;

/** E21: the input fields of every event; the host fills them in. Loose: a host may send more. */
export const commonInput = () => ({
  session_id: text("The session."),
  transcript_path: text("The session's transcript, as an absolute path.").optional(),
  cwd: text("The agent's current directory."),
  permission_mode: word("The permission mode in force.", permissionModes).optional(),
  session_title: text("The title of the session, if it has one.").optional(),
  agent_id: text("The subagent in which the event happened; missing in the main agent.").optional(),
  agent_type: text("The kind of agent in which the event happened.").optional(),
  agent_depth: number(
    "How deep the subagent is nested: 1 for one that the main agent started; missing in the main agent.",
  ).optional(),
  parent_agent_id: text(
    "The subagent that started this one; missing if the main agent did.",
  ).optional(),
});

/** What a matcher says about the files to watch. */
export interface FilesOfMatcher {
  readonly names: readonly string[];
  /** Parts that are not the name of one file, so that nothing is watched for them. */
  readonly expressions: readonly string[];
}

/** What an event's file says. */
interface EventSpecification<
  Name extends string,
  Fields extends z.ZodRawShape,
  Own extends z.ZodRawShape,
  Kind extends OutcomeKind,
> {
  readonly name: Name;
  /** The rule that describes it: its id, or "extended" for the table of later events. */
  readonly rule: string;
  /** Whether a recording of a host proves it; otherwise public documentation does. Default: yes. */
  readonly recorded?: boolean;
  /** When it happens, in one phrase. */
  readonly when: string;
  /** What a host does with the outcome, besides delivering the messages and ending the turn on a stop. */
  readonly hostShould: string;
  /** The input field a matcher is tested against. Default: matchers are ignored (M6). */
  readonly matchesOn?: (keyof Fields & string) | undefined;
  /** Values in other versions and hosts, which are not typos either. */
  readonly furtherValues?: readonly string[];
  /** What the matcher is tested against; one match is enough. Default: the field's value. */
  readonly matchedValues?: (field: string) => readonly string[];
  /** The values are file names, server names or the like, so they cannot be known beforehand. */
  readonly openValues?: boolean;
  /** The files in the project that a matcher names, which the host watches. Default: it names none. */
  readonly filesOfMatcher?: (pattern: string) => FilesOfMatcher;
  /** The event's own input fields. */
  readonly input: () => Fields;
  /** The event's own fields in `hookSpecificOutput`. */
  readonly output?: () => Own;
  readonly outcome: Kind;
  /** What a block does, in words. Default: nothing. */
  readonly block?: string;
  /** Who gets the text of a block, exit 2 included. Default: the user. */
  readonly blockReaches?: "model" | "user";
  /** Whether a top-level `decision: "block"` has an effect (A6). Default: no. */
  readonly decisionCounts?: boolean;
  /** A block ends the turn. Default: no. */
  readonly blockEndsTurn?: boolean;
  /** E18: only the exit code blocks; decisions and own fields in an answer are ignored. Default: no. */
  readonly exitCodeOnly?: boolean;
  /** Whether a failing hook can be made to refuse (H8). Default: no. */
  readonly refusable?: boolean;
  /** Whether every failing hook refuses, even without `onFailure`. Default: no. */
  readonly failureRefuses?: boolean;
  /** The event's own field that plain stdout fills. Default: none. */
  readonly stdoutField?: (keyof Own & string) | undefined;
  /** Whether prompt and agent hooks run here (H9). Default: no. */
  readonly takesModelHooks?: boolean;
  /** Whether hooks get a file to write variables into (P8). Default: no. */
  readonly hasEnvironmentFile?: boolean;
  /** Whether a user at a terminal sees what its hooks print. Default: no. */
  readonly showsStdout?: boolean;
  /** C3: it fires before the hooks in the agent's own front matter apply. Default: no. */
  readonly precedesOwnHooks?: boolean;
  /** Values of its own fields for `sample`. */
  readonly example: Readonly<Record<string, unknown>>;
  /**
   * Reads a validated answer; default: A6 and the common fields. Its
   * `hookSpecificOutput` only has the event's own fields.
   */
  readonly opinion?: (output: CommonOutput) => Opinion;
}

/**
 * An event is data: everything the engine and the bench know about it is in
 * its one file, and no other code checks its name.
 */
export interface EventDefinition<
  Name extends string = string,
  Kind extends OutcomeKind = OutcomeKind,
> {
  readonly name: Name;
  readonly rule: string;
  readonly recorded: boolean;
  readonly when: string;
  /** What a host does with the outcome, besides delivering the messages and ending the turn on a stop. */
  readonly hostShould: string;
  readonly matchesOn: string | undefined;
  /** Known values of the matched field; any other name may be a typo. */
  readonly knownValues: readonly string[];
  readonly furtherValues: readonly string[];
  readonly openValues: boolean;
  matchedValues(field: string): readonly string[];
  /** The files in the project that a matcher names, if the host watches those. */
  readonly filesOfMatcher: ((pattern: string) => FilesOfMatcher) | undefined;
  /** The event's own input fields, without the common ones. */
  readonly inputFields: readonly string[];
  /** The event's own fields in `hookSpecificOutput`. */
  readonly outputFields: readonly string[];
  readonly input: Schema<Readonly<Record<string, unknown>>>;
  readonly output: Schema<CommonOutput>;
  readonly outcome: Kind;
  readonly block: string;
  readonly canBlock: boolean;
  readonly blockReaches: "model" | "user";
  readonly decisionCounts: boolean;
  readonly blockEndsTurn: boolean;
  readonly exitCodeOnly: boolean;
  readonly refusable: boolean;
  readonly failureRefuses: boolean;
  readonly stdoutField: string | undefined;
  readonly takesModelHooks: boolean;
  readonly hasEnvironmentFile: boolean;
  /** Whether a user at a terminal sees what its hooks print. */
  readonly showsStdout: boolean;
  /** C3: it fires before the hooks in the agent's own front matter apply. */
  readonly precedesOwnHooks: boolean;
  /** Whether it is about one tool call: `if` works here only (M8). */
  readonly isAboutTool: boolean;
  readonly example: Readonly<Record<string, unknown>>;
  opinion(output: CommonOutput): Opinion;
}

/** Makes the definition from what the event's file says. */
export function defineEvent<
  const Name extends string,
  Fields extends z.ZodRawShape,
  const Kind extends OutcomeKind,
  Own extends z.ZodRawShape = Record<never, never>,
>(specification: EventSpecification<Name, Fields, Own, Kind>): EventDefinition<Name, Kind> {
  const { name, matchesOn, decisionCounts = false, block } = specification;
  // Separate, because most events are only asked for the values of a field.
  const input = once((): z.ZodRawShape => specification.input());
  const output = once((): z.ZodRawShape => specification.output?.() ?? {});
  const inputFields = once(() => Object.keys(input()));
  const outputFields = once(() => Object.keys(output()));
  const knownValues = once(() =>
    matchesOn === undefined ? [] : wordsOf(input()[matchesOn] as z.ZodType),
  );
  const readOpinion =
    specification.opinion ?? ((answer) => readDecision(answer, { decisionCounts }));
  return {
    recorded: true,
    matchesOn: undefined,
    furtherValues: [],
    openValues: false,
    matchedValues: (field) => [field],
    filesOfMatcher: undefined,
    blockReaches: "user",
    blockEndsTurn: false,
    exitCodeOnly: false,
    refusable: false,
    failureRefuses: false,
    stdoutField: undefined,
    takesModelHooks: false,
    hasEnvironmentFile: false,
    showsStdout: false,
    precedesOwnHooks: false,
    ...specification,
    decisionCounts,
    opinion: (answer) =>
      specification.exitCodeOnly
        ? { decision: "none" }
        : readOpinion(withFields(answer, outputFields())),
    block: block ?? "nothing",
    canBlock: block !== undefined,
    isAboutTool: matchesOn === "tool_name",
    get knownValues() {
      return knownValues();
    },
    get inputFields() {
      return inputFields();
    },
    get outputFields() {
      return outputFields();
    },
    input: schema(() => {
      const hook_event_name = about("The event.", z.literal(name));
      return z.looseObject({ ...commonInput(), hook_event_name, ...input() });
    }),
    output: schema(() => {
      if (specification.exitCodeOnly) return z.looseObject(alwaysOutput());
      const hookEventName = about("The event that was fired.", z.literal(name));
      const fields = z.looseObject({ hookEventName, ...output() });
      const hookSpecificOutput = about("The event's own fields.", fields).optional();
      return z.looseObject({ ...commonOutput(), hookSpecificOutput });
    }),
  };
}

/** The answer without `hookSpecificOutput` fields that the event does not have; unknown keys are ignored (A3). */
function withFields(answer: CommonOutput, fields: readonly string[]): CommonOutput {
  const output = answer.hookSpecificOutput;
  if (output === undefined) return answer;
  const known = fields.filter((field) => Object.hasOwn(output, field));
  return {
    ...answer,
    hookSpecificOutput: Object.fromEntries(known.map((field) => [field, output[field]])),
  };
}
