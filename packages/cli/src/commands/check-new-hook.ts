import { loadHooks, type SourceOptions } from "../load-hooks.ts";
import { printMessage } from "../print.ts";
import { UsageError } from "../usage-error.ts";

interface NewHook {
  readonly event: string;
  readonly matcher?: string;
  readonly handler: object;
}

/** Reads a hook as the engine will read it. Throws if it could never run, and prints what its author should know. */
export async function checkNewHook(
  { event, matcher, handler }: NewHook,
  { cwd, profile }: SourceOptions,
): Promise<void> {
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
  const settings = JSON.stringify({ hooks: { [event]: [group] } });
  const alone = { cwd, settings, ...(profile === undefined ? {} : { profile }) };
  const hooks = await loadHooks(alone, { settingSources: [] });
  const { hooks: read, diagnostics } = hooks.config.snapshot();
  const findings = diagnostics.filter(({ place }) => place.path.startsWith(`hooks.${event}[0]`));
  const hook = read.find(({ origin }) => origin.scope === "settings-flag");
  const [error] = findings.filter(({ level }) => level === "error");
  if (error) throw new UsageError(`${error.message}; ${error.advice}`);
  if (hook === undefined) throw new UsageError("this is not a valid hook");
  if (hook.dormant) throw new UsageError(hook.dormant.because);
  for (const { message, advice } of findings) printMessage(`warning: ${message}; ${advice}`);
}
