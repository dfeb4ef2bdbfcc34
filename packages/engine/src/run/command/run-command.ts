import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { brand, type CommandHandler } from "@snaphook/protocol";
import type { HookRun } from "../../stages/hook-run.ts";
import {
  type ProcessRequest,
  type ProcessResult,
  type RunningProcess,
  startProcess,
} from "../process/run-process.ts";
import { facts, type RunFacts, type Runner, type RunRequest } from "../run-context.ts";
import { chooseProgram } from "./choose-program.ts";
import { hookEnvironment } from "./hook-environment.ts";

/** P5-P12: runs a command hook; in the foreground until it ends, or until it asks for the background. */
export const runCommand: Runner = async (request) => {
  const { planned, stdin, signal, context } = request;
  const handler = planned.handler as CommandHandler;
  const problem = missingPlugin(request);
  if (problem !== undefined) return facts({ how: "couldNotStart", cause: problem });

  const { process: prepared, notes } = prepare(request);
  const limitMs = planned.limitMs;
  if (startsInBackground(request)) {
    const running = startProcess(
      { ...prepared, stdin, limitMs: ownLimit(handler) },
      context.spawn,
      context.clock,
    );
    return background(request, running, 0);
  }
  const spare = await context.prewarmed.take(planned.hook, prepared);
  const running =
    spare ?? startProcess({ ...prepared, stdin, limitMs }, context.spawn, context.clock);
  const stopListening = cancelOnAbort(running, signal);
  spare?.deliver(stdin, limitMs);
  const first = await Promise.race([running.finished, running.asked.then((asked) => ({ asked }))]);
  stopListening();
  if (!("asked" in first)) return { ...first, notes: [...notes, ...first.notes] };
  running.limit(first.asked.asyncTimeout ?? ownLimit(handler));
  return background(request, running, first.asked.length);
};

/** What to start for a run, whoever starts it and when. */
export function prepare(request: Pick<RunRequest, "planned" | "event" | "context">): {
  readonly process: Omit<ProcessRequest, "stdin" | "limitMs">;
  readonly notes: readonly string[];
} {
  const { planned, event, context } = request;
  const { variables, withheld } = hookEnvironment(planned.hook, event, context);
  const program = chooseProgram(planned.handler as CommandHandler, {
    platform: context.platform,
    profile: context.profile,
    shellPrefix: context.environment["CLAUDE_CODE_SHELL_PREFIX"],
    variables,
  });
  return {
    process: {
      ...program,
      cwd: String(event.input["cwd"] ?? context.projectDirectory),
      env: variables,
      signal: undefined,
      marker: [`${brand.environmentPrefix}RUN`, randomUUID()],
      spillFolder: join(context.sessionFolder, "output"),
    },
    notes: withheld.map(
      (name) => `${name} was withheld: list it in hookEnv of your own settings to pass it on`,
    ),
  };
}

/** P12: the host goes on; the run is kept by the registry until it ends or the session does. */
function background(request: RunRequest, running: RunningProcess, skipped: number): RunFacts {
  const { planned, event, context } = request;
  const startedAt = context.clock.date();
  const start = context.clock.now();
  const finished = running.finished.then(
    (result): HookRun => ({
      planned,
      startedAt,
      durationMs: context.clock.now() - start,
      ...withoutHead(result, skipped),
    }),
  );
  const now: HookRun = { planned, startedAt, durationMs: 0, ...facts({ how: "background" }) };
  const wakes = (planned.handler as CommandHandler).asyncRewake === true;
  context.background.adopt({ run: now, event, wakes, finished, cancel: running.cancel });
  return facts({ how: "background" });
}

/** The object that asked for the background is no part of the answer. */
const withoutHead = (result: ProcessResult, skipped: number): ProcessResult => ({
  ...result,
  stdout: { ...result.stdout, text: result.stdout.text.slice(skipped) },
});

function startsInBackground({ planned, context }: RunRequest): boolean {
  const { async: isAsync, asyncRewake } = planned.handler as CommandHandler;
  if (asyncRewake === true)
    return !(context.headless && context.profile.asyncRewakeHeadless === "synchronous");
  return isAsync === true;
}

/** In the background only the hook's own limit counts. */
const ownLimit = ({ timeout }: CommandHandler): number | undefined =>
  timeout === undefined ? undefined : timeout * 1000;

/** P5: a plugin's folder in a hook of no plugin. */
function missingPlugin({ planned }: RunRequest): string | undefined {
  const { command, args = [] } = planned.handler as CommandHandler;
  const uses = [command, ...args].some((word) => /\$\{CLAUDE_PLUGIN_(ROOT|DATA)\}/.test(word));
  if (!uses || planned.hook.origin.scope === "plugin") return undefined;
  return "it uses the folder of a plugin, and belongs to none";
}

function cancelOnAbort(running: RunningProcess, signal: AbortSignal | undefined): () => void {
  if (signal?.aborted) running.cancel();
  signal?.addEventListener("abort", running.cancel, { once: true });
  return () => signal?.removeEventListener("abort", running.cancel);
}
