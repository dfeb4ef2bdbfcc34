import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { type ConfiguredHook, createHooks, type Hooks, type McpCaller } from "@snaphook/engine";
import { homeFolder } from "@snaphook/engine/internal";
import { definitionOf, type ProfileName } from "@snaphook/protocol";
import type { RunReport } from "../run/run-report.ts";
import { inPool } from "../test/in-pool.ts";
import { type ChaosReport, type FaultResult, gradeOf, type HookGrade } from "./chaos-report.ts";
import { type Fault, faults } from "./faults.ts";
import { fixesFor } from "./fixes.ts";
import { whyItGuardsNothing } from "./guards-nothing.ts";
import { refusedInputs, sampleFor, type TriedInput } from "./refused-inputs.ts";
import { remoteFaults } from "./remote-faults.ts";
import { type ChaosWorld, codeOf, profileOf, runAlone } from "./run-alone.ts";

export interface ChaosOptions {
  /** The project's folder. */
  readonly cwd: string;
  readonly profile?: ProfileName;
  /** Try hooks that are not trusted too. Default: no. */
  readonly trustProject?: boolean;
  readonly pluginDirectories?: readonly string[];
  /** `--settings`: a file, or the settings themselves as JSON. */
  readonly settings?: string;
  /** How many hooks are tried at the same time. Default: one per processor. */
  readonly jobs?: number;
  /** The home whose settings are read and whose trust store decides. Default: the user's. */
  readonly home?: string;
}

/**
 * Breaks every hook in every known way, in copies of the project, and reports whether the action that it guards
 * proceeds. Servers and models of hooks are not asked: broken ones take their place.
 *
 * Contract: starts only hooks that are trusted in the original project (T8).
 */
export async function chaosReport(options: ChaosOptions): Promise<ChaosReport> {
  const { profile, trustProject = false, pluginDirectories = [], home, jobs, settings } = options;
  const cwd = resolve(options.cwd);
  const sources = {
    cwd,
    pluginDirectories: pluginDirectories.map((folder) => resolve(folder)),
    ...(home === undefined ? {} : { home }),
    ...(profile === undefined ? {} : { profile }),
    ...(settings === undefined ? {} : { settings }),
  };
  const original = await createHooks({
    ...sources,
    trustProject,
    sessionId: randomUUID(),
    mcp: noMcp,
  });
  try {
    const refused = await refusedInputs(cwd);
    const world = {
      sources,
      trustProject,
      refused,
      profile: profileOf(original.profile),
      home: home ?? homeFolder(),
      environment: original.config.environment(),
    };
    const pool = inPool(jobs ?? availableParallelism());
    const states = await original.config.statuses();
    const hooks = await Promise.all(
      states.map(({ hook, state, because }) =>
        pool(async () =>
          state === "ready"
            ? await gradeHook(hook, world)
            : grade(hook, "not-tried", `${state}: ${because}`),
        ),
      ),
    );
    const { diagnostics } = original.config.snapshot();
    const problems = diagnostics.filter(({ level }) => level === "error");
    return {
      project: cwd,
      profile: original.profile,
      hooks,
      problems,
      notes: await notesOn(original),
    };
  } finally {
    await original.close();
  }
}

/** Hooks of MCP servers are tried with broken servers, so the host needs none. */
const noMcp: McpCaller = { call: () => Promise.reject(new Error("no MCP server is asked here")) };

/** Settings that are not read here, which a reader would otherwise believe to be safe. */
async function notesOn({ config }: Hooks): Promise<readonly string[]> {
  const { entries } = await config.inactive();
  return entries
    .filter(({ kind }) => kind === "parent")
    .map(({ file, because }) => `${file} was not read: ${because}`);
}

const grade = (
  { id, label, event, source: { file, line, path } }: ConfiguredHook,
  given: HookGrade["grade"],
  because: string,
  more: Partial<Pick<HookGrade, "faults" | "fixes">> = {},
): HookGrade => ({
  id,
  label,
  event,
  place: { file, line, path },
  grade: given,
  because,
  faults: [],
  fixes: [],
  ...more,
});

async function gradeHook(hook: ConfiguredHook, world: ChaosWorld): Promise<HookGrade> {
  const { profile } = world;
  const code = await codeOf(hook, world.sources.cwd, profile, world.home);
  const nothing = whyItGuardsNothing({ hook, code }, profile);
  if (nothing !== undefined) return grade(hook, "guards-nothing", nothing);
  const { by } = definitionOf(hook.handler).run;
  const isProgram = by === "process";
  const known = faultsByWay[by];
  if (known.length === 0) return grade(hook, "not-tried", "code of a host cannot be broken here");
  const inputs = await usableInputs(hook, world, isProgram ? undefined : known[0]);
  if (inputs.any === undefined)
    return grade(
      hook,
      "not-tried",
      "no sample selects it; add a fixture with an input that it refuses",
    );
  const results: FaultResult[] = [];
  for (const fault of known) results.push(await tryFault(fault, hook, inputs, world));
  const fixes = fixesFor(hook, code, results, profile);
  const found = gradeOf(results);
  const more = { faults: results, fixes };
  if (!isProgram) return grade(hook, found, onlyFailures, more);
  return found === "fails-closed" && inputs.refused === undefined
    ? grade(hook, "never-refused", inputs.failure ?? neverRefused, more)
    : grade(hook, found, "", more);
}

/** How hooks break, by how they run. */
const faultsByWay: Readonly<
  Record<ReturnType<typeof definitionOf>["run"]["by"], readonly Fault[]>
> = { process: faults, ...remoteFaults, callback: [], check: [] };

const onlyFailures =
  "only failures were tried: no request was sent, and no model was asked whether it refuses";

const neverRefused =
  "it never refused anything while it worked: give it a fixture with an input that it refuses";

interface Inputs {
  /** Selects the hook. */
  readonly any: TriedInput | undefined;
  /** The hook refuses it, and not because it fails. */
  readonly refused: TriedInput | undefined;
  /** How the hook fails although nothing is broken. */
  readonly failure?: string | undefined;
}

/** How many inputs of fixtures are tried. */
const maxTried = 20;

/** `broken`: the hook asks a server or a model, so it runs with this fault only, and what it refuses stays unknown. */
async function usableInputs(
  hook: ConfiguredHook,
  world: ChaosWorld,
  broken: Fault | undefined,
): Promise<Inputs> {
  const runs = async (input: TriedInput) => {
    const report = await runAlone(hook, input, world, (subject) => broken?.apply(subject) ?? {});
    return typeof report !== "string" && report.ran.length > 0 ? report : undefined;
  };
  let any: TriedInput | undefined;
  const given = world.refused.filter(({ event }) => event === hook.event);
  for (const input of given.slice(0, maxTried)) {
    const report = await runs(input);
    if (report && broken) return { any: input, refused: undefined };
    if (report && refusesItself(report)) return { any: input, refused: input };
    if (report) any ??= input;
  }
  const sample = sampleFor(hook);
  const report = sample && (await runs(sample));
  if (report && !broken && refusesItself(report)) return { any: sample, refused: sample };
  return {
    any: any ?? (report ? sample : undefined),
    refused: undefined,
    failure: broken ? undefined : failureOf(report),
  };
}

function failureOf(report: RunReport | undefined): string | undefined {
  const failure = report?.ran[0]?.failure;
  return failure && `it fails before anything is broken, so it guards nothing: ${failure.detail}`;
}

const refusesItself = (report: RunReport): boolean =>
  isRefused(report) && report.ran.every(({ failure }) => failure === undefined);

const isRefused = ({ outcome: { action } }: RunReport): boolean =>
  action !== "proceed" && action !== "allow" && action !== "continue";

async function tryFault(
  fault: Fault,
  hook: ConfiguredHook,
  inputs: Inputs,
  world: ChaosWorld,
): Promise<FaultResult> {
  const { id, title, kind } = fault;
  const notTried = (detail: string): FaultResult => ({
    id,
    title,
    kind,
    result: "not-tried",
    detail,
  });
  const input = inputs.refused ?? (fault.runsHook ? undefined : inputs.any);
  if (input === undefined) return notTried("no fixture has an input that it refuses");
  const report = await runAlone(hook, input, world, (subject) => fault.apply(subject));
  if (typeof report === "string") return notTried(report);
  const [run] = report.ran;
  if (run === undefined) return notTried(report.held[0]?.because ?? "it did not run");
  const result = isRefused(report) ? "refused" : "proceeds";
  return { id, title, kind, result, detail: run.failure?.detail ?? inWords[run.ending] };
}

/** How a run without a failure ended. */
const inWords: Readonly<Record<RunReport["ran"][number]["ending"], string>> = {
  success: "its output is no refusal",
  blocking: "it refused",
  "non-blocking-error": "it failed",
  cancelled: "it was cancelled",
};
