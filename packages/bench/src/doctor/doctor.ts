import { existsSync } from "node:fs";
import type { ConfiguredHook, Diagnostic, HookStatus, Hooks } from "@snaphook/engine";
import { homeFolder, tryBubblewrap } from "@snaphook/engine/internal";
import type { DoctorReport } from "@snaphook/protocol";
import { hookRow, skippedRows } from "../explain/explain-report.ts";
import type { HookCode } from "../lint/hook-code.ts";
import { lintReport } from "../lint/lint.ts";
import { lintSubject } from "../lint/lint-subject.ts";
import type { Originals } from "../test/hook-alone.ts";
import { calledPrograms } from "./called-programs.ts";
import { findProgram } from "./find-program.ts";
import { measureCost, notMeasured } from "./measure-cost.ts";
import { readTrace } from "./read-traces.ts";
import { turnShares, turnsIn } from "./turn-shares.ts";

export interface DoctorOptions {
  /** Traces, for the part of a turn that each hook takes. */
  readonly traces?: readonly string[];
  /** Run trusted hooks to measure them. Default: yes. */
  readonly measure?: boolean;
  /** Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: the user's home. */
  readonly home?: string;
}

type Checkup = DoctorReport["hooks"][number];

/**
 * Looks at every hook: what it needs, what it costs, whether it is trusted.
 *
 * Contract: starts only hooks that are ready to run, in copies of the project (T8).
 */
export async function doctorReport(
  hooks: Hooks,
  { traces = [], measure = true, env = process.env, home = homeFolder() }: DoctorOptions = {},
): Promise<DoctorReport> {
  const read = traces.map(readTrace);
  const turns = read.map(({ records }) => turnsIn(records));
  const shares = turnShares(turns.flat());
  const subject = await lintSubject(hooks, { env, home });
  const { diagnostics } = await lintReport(hooks, { env, home });
  const codes = new Map(subject.hooks.map(({ hook, code }) => [hook.id, code]));
  const all = { ...env, ...hooks.config.environment() };
  const facts: Facts = { hooks, diagnostics, path: all["PATH"] ?? "" };
  const rows: Checkup[] = [];
  // One after the other: hooks that run at the same time would measure each other.
  for (const status of await hooks.config.statuses()) {
    const { id } = status.hook;
    const row = await checkHook(status, codes.get(id), facts);
    const scripts = codes.get(id)?.scripts ?? [];
    const unmeasured = whyNotMeasured(status, row, measure);
    const cost =
      unmeasured === undefined
        ? await costOf(status.hook, hooks, { home, scripts })
        : notMeasured(unmeasured);
    const problems = [...row.problems, ...cannotStart(cost)];
    rows.push({ ...row, problems, cost, turn: shares.get(id) ?? null });
  }
  const invalid = skippedRows(hooks.config.snapshot()).map(
    (row): Checkup => ({
      ...row,
      ...unchecked,
      state: "invalid",
      cost: notMeasured("it is not a valid hook"),
      problems: [row.because],
    }),
  );
  const places = [...rows, ...invalid].map(({ source }) => source);
  return {
    project: hooks.cwd,
    profile: hooks.profile,
    hooks: [...rows, ...invalid],
    sandbox: await sandbox(env),
    diagnostics: diagnostics.filter(({ place }) => !places.some((own) => isAt(own, place))),
    traces: read.map(({ file, records, problems }, index) => ({
      file,
      records: records.length,
      turns: turns[index]?.length ?? 0,
      problems: [...problems],
    })),
    notes: [
      ...(measure ? [] : ["no hook was run, so there are no times"]),
      ...untrustedNote(rows, hooks),
    ],
  };
}

/** A shell ends with these codes if what it should start does not exist or cannot be started. */
const cannotStart = ({ because }: Checkup["cost"]): readonly string[] =>
  because !== null && /^with a sample it fails: .*\b12[67]\b/.test(because) ? [because] : [];

/** T8: nothing of a project that is not trusted runs, so nothing is known about its times. */
function untrustedNote(rows: readonly Checkup[], { config }: Hooks): readonly string[] {
  const held = rows.filter(({ state }) => state === "untrusted" || state === "changed").length;
  if (held === 0) return [];
  const what =
    held === 1 ? "1 hook is not trusted and was" : `${held} hooks are not trusted and were`;
  return [`${what} not run; to review: ${config.commandFor("trust --show")}`];
}

interface Facts {
  readonly hooks: Hooks;
  readonly diagnostics: readonly Diagnostic[];
  /** The folders in which programs are looked for. */
  readonly path: string;
}

const unchecked = { root: null, shell: null, programs: [], turn: null, lint: [] };

const isAt = (hook: Diagnostic["place"], place: Diagnostic["place"]): boolean =>
  hook.file === place.file && (place.path === hook.path || place.path.startsWith(`${hook.path}.`));

async function checkHook(
  { hook, state, because }: HookStatus,
  code: HookCode | undefined,
  { hooks, diagnostics, path }: Facts,
): Promise<Omit<Checkup, "cost" | "turn">> {
  const used = (file: string | undefined) =>
    file === undefined ? null : { path: file, exists: existsSync(file) };
  const called = code === undefined ? [] : await calledPrograms(code);
  const programs = called.map((one) => ({
    ...one,
    path: findProgram(one.name, { path, cwd: hooks.cwd }),
  }));
  const root = used(hook.origin.root);
  const shell = used(hooks.config.shellOf(hook));
  const missing = (code?.scripts ?? []).flatMap(({ found, path: script }) => {
    if (script === undefined) return [];
    if (found === "something-else") return [`its script ${script} is not a regular file`];
    return found === "nothing" ? [`its script ${script} does not exist`] : [];
  });
  const lint = diagnostics.filter(({ place }) => isAt(hook.source, place));
  return {
    ...hookRow(hook),
    state,
    because,
    root,
    shell,
    programs,
    lint,
    problems: [
      ...(root?.exists === false ? [`its folder ${root.path} does not exist`] : []),
      ...(shell?.exists === false ? [`its shell ${shell.path} does not exist`] : []),
      ...missing,
      ...lint.filter((one) => neverStarts.has(one.code)).map(({ message }) => message),
      ...programs
        .filter((program) => program.path === null && !program.optional)
        .map(({ name, calledBy }) => notFound(name, calledBy)),
    ],
  };
}

/** What lint finds in hooks that fail every time they run. */
const neverStarts = new Set(["bad-shebang", "unreadable-script", "script-not-executable"]);

const notFound = (name: string, calledBy: string | null): string =>
  `${name} is not ${name.includes("/") ? "an executable file" : "on PATH"}${calledBy === null ? "" : `; ${calledBy} calls it`}`;

function whyNotMeasured(
  { state, because }: HookStatus,
  { problems }: Pick<Checkup, "problems">,
  measure: boolean,
): string | undefined {
  if (!measure) return "no hook was run";
  if (state !== "ready") return `it was not run: ${because}`;
  return problems.length === 0 ? undefined : "it was not run, because it is broken";
}

const costOf = (hook: ConfiguredHook, hooks: Hooks, originals: Originals) =>
  measureCost(hook, {
    ...originals,
    cwd: hooks.cwd,
    profile: hooks.profile,
    environment: hooks.config.environment(),
    isReady: () => isStillReady(hook, hooks),
  });

async function isStillReady(hook: ConfiguredHook, hooks: Hooks): Promise<boolean> {
  const states = await hooks.config.statuses();
  return states.some((one) => one.hook.id === hook.id && one.state === "ready");
}

/** Bubblewrap is tried, because it may be installed and not work. That starts a program of the system, none of the project. */
async function sandbox(
  env: Readonly<Record<string, string | undefined>>,
): Promise<DoctorReport["sandbox"]> {
  const { program, because } = await tryBubblewrap({ env });
  return program === undefined
    ? {
        inForce: false,
        detail: `${because}; changed settings and hook scripts are found by comparison`,
      }
    : { inForce: true, detail: `${program} works; in the mode bypassPermissions it is off` };
}

/** Whether every hook has what it needs, and all settings could be read. */
export const allHealthy = ({ hooks, diagnostics }: DoctorReport): boolean =>
  hooks.every(({ problems, lint }) => problems.length === 0 && !lint.some(isError)) &&
  !diagnostics.some(isError);

const isError = ({ level }: Pick<Diagnostic, "level">): boolean => level === "error";
