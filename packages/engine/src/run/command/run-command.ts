import { join } from "node:path";
import { backgroundOf, ownLimitMs, type Program, wantsPrewarm } from "@snaphook/protocol";
import type { HookRun, StartedProcess } from "../../stages/hook-run.ts";
import type { PartialOutput } from "../process/process-request.ts";
import { runMarker } from "../process/run-marker.ts";
import type { ProcessRequest, RunningProcess } from "../process/run-process.ts";
import { facts, type RunFacts, type RunHandler, type RunRequest } from "../run-context.ts";
import { chooseProgram } from "./choose-program.ts";
import { chooseShell } from "./choose-shell.ts";
import { hookDirectory } from "./hook-directory.ts";
import { hookEnvironment } from "./hook-environment.ts";
import { startingFolder } from "./starting-folder.ts";

/** P5-P12: runs a hook's program; in the foreground until it ends, or until it asks to continue in the background. */
export const runCommand: RunHandler<"process"> = async (request, program) => {
  const { planned, stdin, signal, context } = request;
  const { start, clock } = context;
  const { handler } = planned;
  if (signal?.aborted) return facts({ how: "cancelled" });
  const problem = missingPlugin(request, program);
  if (problem !== undefined) return facts({ how: "couldNotStart", cause: problem });

  const since = { startedAt: clock.date(), startedMs: clock.now() };
  const { process: prepared, notes, warnings } = prepare(request, program);
  const withWarnings = (run: RunFacts): RunFacts =>
    warnings.length > 0 ? { ...run, warnings } : run;
  const started = startedProcess(prepared);
  if (startsInBackground(request)) {
    // In the background only the hook's own limit applies.
    const running = start({ ...prepared, stdin, limitMs: limitInBackground(request) });
    void running.first.then((first) => {
      if ("background" in first && first.background.asyncTimeout !== undefined)
        running.limit(limitInBackground(request, first.background.asyncTimeout));
    });
    return withWarnings(continueInBackground(request, running, since, { notes, started }));
  }
  const { limitMs } = planned;
  const spare = wantsPrewarm(handler)
    ? await context.prewarmed.take(planned.hook, prepared, { stdin, limitMs, signal })
    : undefined;
  if (signal?.aborted) spare?.cancel();
  if (signal?.aborted) return facts({ how: "cancelled" });
  let isForeground = true;
  const onOutput = request.onOutput && {
    outputEveryMs,
    onOutput: (output: PartialOutput) => {
      if (isForeground) request.onOutput?.(output);
    },
  };
  // A process that was started ahead of time has no listener: its first output is that of its end.
  const running = spare ?? start({ ...prepared, stdin, limitMs, ...onOutput });
  signal?.addEventListener("abort", running.cancel, { once: true });
  const first = await running.first;
  isForeground = false;
  signal?.removeEventListener("abort", running.cancel);
  if ("result" in first)
    return withWarnings({
      ...first.result,
      started,
      notes: [...notes, ...first.result.notes],
    });
  running.limit(limitInBackground(request, first.background.asyncTimeout));
  return withWarnings(continueInBackground(request, running, since, { notes, started }));
};

/** U3: how often the output of a running hook is reported. */
const outputEveryMs = 1000;

/** The variables of a hook that a shell does not have. */
const ownVariables = [
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_PLUGIN_ROOT",
  "CLAUDE_PLUGIN_DATA",
  "CLAUDE_ENV_FILE",
];

function startedProcess({ program, args = [], cwd, env }: Prepared): StartedProcess {
  const variables = ownVariables.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { program, args, cwd, variables: Object.fromEntries(variables) };
}

type Prepared = Omit<ProcessRequest, "stdin" | "limitMs">;

/** The process to start for a run, now or ahead of time. */
export function prepare(
  request: Pick<RunRequest, "planned" | "event" | "context">,
  program: Program,
): {
  readonly process: Prepared;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
} {
  const { planned, event, context } = request;
  const { variables, withheld, problem } = hookEnvironment(planned, event, context);
  const { folder, warning } = startingFolder(
    hookDirectory(event, context),
    context.projectDirectory,
  );
  const { platform, profile, bash } = context;
  const forShell = { platform, profile, bash, folder, variables };
  const usesBash = profile.commandShell === "bash" && chooseShell(program, forShell) !== undefined;
  return {
    process: {
      ...chooseProgram(program, forShell),
      cwd: folder,
      // P5: bash would read the file that BASH_ENV names before the command.
      env: usesBash ? { ...variables, BASH_ENV: undefined, ENV: undefined } : variables,
      signal: undefined,
      marker: runMarker(),
      spillFolder: join(context.sessionFolder, "output"),
      owner: context.owner,
      allowBackground: true,
    },
    notes: withheld.map(
      (name) => `${name} was withheld; to pass it on, list it in hookEnv in your user settings`,
    ),
    warnings: [problem, warning].filter((text) => text !== undefined),
  };
}

/** P12: the host continues; the registry keeps the run until it or the session ends. */
function continueInBackground(
  { planned, event, context }: RunRequest,
  running: RunningProcess,
  { startedAt, startedMs }: { readonly startedAt: string; readonly startedMs: number },
  { notes, started }: { readonly notes: readonly string[]; readonly started: StartedProcess },
): RunFacts {
  const { clock } = context;
  const finished = running.finished.then(
    (result): HookRun => ({
      planned,
      startedAt,
      durationMs: clock.now() - startedMs,
      ...result,
      started,
      notes: [...notes, ...result.notes],
    }),
  );
  const inBackground = facts({ how: "background" }, { notes, started });
  context.background.adopt({
    run: { planned, startedAt, durationMs: clock.now() - startedMs, ...inBackground },
    event,
    wakes: backgroundOf(planned.handler) === "wakes",
    finished,
    cancel: running.cancel,
  });
  return inBackground;
}

/** The limit that the hook asked for (P12), else its `timeout`; section 12 of the contract: that may not apply here. */
function limitInBackground({ planned, context }: RunRequest, asked?: number): number | undefined {
  if (asked !== undefined || context.profile.backgroundLimit === "none") return asked;
  return ownLimitMs(planned.handler);
}

function startsInBackground({ planned, context }: RunRequest): boolean {
  const background = backgroundOf(planned.handler);
  if (background === "wakes")
    return !(context.headless && context.profile.asyncRewakeHeadless === "synchronous");
  return background === "yes";
}

/** P5: reports a plugin variable in a hook that does not belong to a plugin. */
function missingPlugin(
  { planned }: RunRequest,
  { command, args = [] }: Program,
): string | undefined {
  const uses = [command, ...args].some((word) => /\$\{CLAUDE_PLUGIN_(ROOT|DATA)\}/.test(word));
  if (!uses || planned.hook.origin.scope === "plugin") return undefined;
  return "it uses a plugin folder, but does not belong to a plugin";
}
