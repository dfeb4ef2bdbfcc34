import type { StreamRecord } from "./agent-process.ts";
import type { ModelRequest } from "./api-server.ts";
import type { Scenario } from "./case.ts";
import { comparedInput } from "./compared-input.ts";
import { eventOf, type HookRecord, neighbours } from "./hook-records.ts";
import { type ModelFacts, modelFacts } from "./model-facts.ts";

/** What happened in one run of the command, free of any wording. */
export interface RunFacts {
  readonly exitCode: number | null;
  /** The hooks that ran, as `Event:id`. */
  readonly order: readonly string[];
  readonly hooks: readonly HookFacts[];
  /** The hook_response records, as `Event outcome`, sorted. */
  readonly outcomes: readonly string[];
  readonly model: readonly ModelFacts[];
  readonly result?: {
    readonly subtype: unknown;
    readonly says: readonly string[];
    readonly turns: unknown;
    /** The tools of the refused calls. */
    readonly denials?: readonly unknown[];
  };
  readonly files?: FileFacts;
}

export interface HookFacts {
  readonly id: string;
  readonly event?: string;
  readonly told: unknown;
  readonly projectDir?: unknown;
  readonly cwd: unknown;
}

/** Files of the project by name; null if a file does not exist. */
export type FileFacts = Readonly<Record<string, string | null>>;

/** Everything that was collected about one run. */
export interface Recording {
  readonly exitCode: number | null;
  readonly hooks: readonly HookRecord[];
  readonly records: readonly StreamRecord[];
  readonly requests: readonly ModelRequest[];
  readonly files: FileFacts;
}

/** What is needed to read a recording: the case's markers, and names for values that differ from run to run. */
export interface Reading {
  readonly scenario: Scenario;
  readonly markers: (value: unknown) => readonly string[];
  readonly name: (value: unknown) => unknown;
}

/** Reduces a run to its facts. */
export function factsOf(recording: Recording, reading: Reading): RunFacts {
  const { markers, scenario, name } = reading;
  const { exitCode, hooks, records, requests, files } = recording;
  const result = records.findLast(({ type }) => type === "result");
  const responses = records.filter(({ subtype }) => subtype === "hook_response");
  return {
    exitCode,
    order: hooks.map((hook) => `${eventOf(hook) ?? "?"}:${hook.id}`),
    hooks: settled(hooks.map((hook) => hookFacts(hook, reading))),
    outcomes: responses.map(({ hook_event, outcome }) => `${hook_event} ${outcome}`).sort(),
    model: modelFacts(requests, markers, scenario),
    ...(result && {
      result: {
        subtype: result["subtype"],
        says: markers(result["result"]),
        turns: result["num_turns"],
        ...(scenario.keepDenials && { denials: deniedTools(result["permission_denials"]) }),
      },
    }),
    ...(Object.keys(files).length > 0 && { files: name(files) as FileFacts }),
  };
}

const deniedTools = (denials: unknown): readonly unknown[] =>
  Array.isArray(denials) ? denials.map(({ tool_name }) => tool_name) : [];

function hookFacts(hook: HookRecord, { markers, name, scenario }: Reading): HookFacts {
  const event = eventOf(hook);
  return {
    id: hook.id,
    ...(event !== undefined && { event }),
    told: comparedInput(name(hook.stdin), markers, scenario),
    ...(hook.projectDir !== undefined && { projectDir: name(hook.projectDir) }),
    cwd: name(hook.cwd),
  };
}

/** Consecutive calls of the same hook, as for tools that run in parallel, have no fixed order: sorted by their input. */
function settled(hooks: readonly HookFacts[]): readonly HookFacts[] {
  const key = ({ told }: HookFacts) =>
    JSON.stringify((Object(told) as { readonly tool_input?: unknown }).tool_input ?? told);
  return neighbours(hooks, ({ id, event }) => `${event}:${id}`).flatMap((group) =>
    group.sort((one, other) => (key(one) < key(other) ? -1 : 1)),
  );
}
