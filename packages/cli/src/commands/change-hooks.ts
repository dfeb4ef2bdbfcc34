import {
  changedHook,
  changesNothing,
  checkNewHook,
  differenceOf,
  type PlannedChange,
  planAdd,
  planDelete,
  planEdit,
  SettingsChangeError,
  type WritableScope,
  type WrittenHook,
  whyReadOnly,
  writeChange,
} from "@snaphook/bench";
import type { ConfiguredHook, Hooks } from "@snaphook/engine";
import { programOf } from "@snaphook/protocol";
import { checkWritten } from "../check-written.ts";
import { loadHooks, reportLoadErrors, type SourceOptions } from "../load-hooks.ts";
import { askUser, printMessage, printReport } from "../print.ts";
import { refuseInsideAgent } from "../refuse-inside-agent.ts";
import { eventNamed, UsageError } from "../usage-error.ts";

interface WriteFlags extends SourceOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

interface HookFlags extends WriteFlags {
  readonly matcher?: string;
  readonly command?: string;
  readonly timeout?: string;
  readonly onFailure?: string;
}

export interface AddFlags extends HookFlags {
  readonly command: string;
  readonly scope: WritableScope;
}

/** `hooks add`: a command hook in the settings of a scope, after the others. */
export const addToSettings = (name: string, flags: AddFlags): Promise<void> =>
  explained(async () => {
    refuseInsideAgent();
    const event = eventNamed(name);
    const { scope, matcher } = flags;
    const hooks = await loadHooks(flags);
    reportLoadErrors(hooks);
    const handler = { type: "command", ...fieldsOf(flags) };
    const added = { event, ...(matcher === undefined ? {} : { matcher }), handler };
    await check(added, flags);
    await change(planAdd(hooks, scope, added), flags, { now: "added" });
  });

/** `hooks edit`: other fields of a hook. Its id changes, and if it was turned off, it stays so. */
export const editInSettings = (id: string, flags: HookFlags): Promise<void> =>
  explained(async () => {
    refuseInsideAgent();
    const { matcher } = flags;
    const fields = fieldsOf(flags);
    if (matcher === undefined && Object.keys(fields).length === 0)
      throw new UsageError(
        "nothing to change; name --matcher, --command, --timeout or --on-failure",
      );
    const { hooks, hook } = await ownHook(id, flags);
    if (programOf(hook.handler) === undefined && flags.command !== undefined)
      throw new UsageError(`${id} is a hook of type ${hook.handler.type}; it has no command`);
    const wanted = matcher ?? hook.matcher.pattern;
    await check(
      {
        event: hook.event,
        ...(wanted === undefined ? {} : { matcher: wanted }),
        handler: { ...hook.handler, ...fields },
      },
      flags,
    );
    const planned = planEdit(hook, { ...(matcher === undefined ? {} : { matcher }), fields });
    const wasDisabled = await hooks.config.toggles.isDisabled(id);
    await change(planned, flags, { now: "changed", wasDisabled });
  });

/** `hooks delete`: removes hooks from their settings files, one after the other. */
export const deleteFromSettings = (id: string, flags: WriteFlags): Promise<void> =>
  explained(async () => {
    refuseInsideAgent();
    const { hook } = await ownHook(id, flags);
    await change(planDelete(hook), flags, { now: "deleted" });
  });

/** A change that cannot be made is an answer to the user, not a fault of the program. */
async function explained(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    throw error instanceof SettingsChangeError ? new UsageError(error.message) : error;
  }
}

async function check(hook: WrittenHook, { cwd, profile }: SourceOptions): Promise<void> {
  const options = { cwd, ...(profile === undefined ? {} : { profile }) };
  for (const warning of await checkNewHook(hook, options)) printMessage(`warning: ${warning}`);
}

function fieldsOf({ command, timeout, onFailure }: HookFlags): Readonly<Record<string, unknown>> {
  const seconds = timeout === undefined ? undefined : Number(timeout);
  if (seconds !== undefined && !(seconds > 0 && Number.isFinite(seconds)))
    throw new UsageError(`--timeout ${timeout} is not a number of seconds above 0`);
  if (command?.trim() === "") throw new UsageError("--command is empty");
  return {
    ...(command === undefined ? {} : { command }),
    ...(seconds === undefined ? {} : { timeout: seconds }),
    ...(onFailure === undefined ? {} : { onFailure }),
  };
}

/** A hook in a settings file of the user or the project. Others belong to someone else, or have no JSON file. */
async function ownHook(
  id: string,
  flags: WriteFlags,
): Promise<{ readonly hooks: Hooks; readonly hook: ConfiguredHook }> {
  const hooks = await loadHooks(flags);
  reportLoadErrors(hooks);
  const hook = hooks.config.snapshot().hooks.find((one) => one.id === id);
  if (hook === undefined) throw new UsageError(`unknown hook ${id}; run hooks to list them`);
  const why = whyReadOnly(hook);
  if (why !== undefined) throw new UsageError(`${id} was not changed: ${why}`);
  return { hooks, hook };
}

interface Change {
  /** What happened to the hook, for a sentence. */
  readonly now: "added" | "changed" | "deleted";
  readonly wasDisabled?: boolean;
}

/** Shows the difference, asks, writes, and says what the hook is called now. */
async function change(planned: PlannedChange, flags: WriteFlags, about: Change): Promise<void> {
  const { file } = planned;
  if (changesNothing(planned)) return printMessage(`${file}: nothing to change`);
  printReport(`${file}\n${differenceOf(planned)}`);
  if (flags.dryRun) return printMessage("--dry-run: nothing was written");
  if (!(await isConfirmed(flags))) return printMessage("nothing was written");
  await writeChange(planned);
  await report(planned, flags, about);
}

async function isConfirmed({ yes }: WriteFlags): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY)
    throw new UsageError("nothing was written: stdin is not a terminal to ask on; add --yes");
  return /^y(es)?$/i.test((await askUser("Write this? [y/N] ")).trim());
}

async function report(
  planned: PlannedChange,
  flags: WriteFlags,
  { now, wasDisabled = false }: Change,
): Promise<void> {
  const hooks = await loadHooks(flags);
  const { file } = planned;
  const hook = (await changedHook(hooks, planned))?.hook;
  if (hook === undefined) return printReport(`${now} in ${file}`);
  if (wasDisabled) checkWritten(await hooks.config.toggles.set(hook.id, false));
  const status = await changedHook(hooks, planned);
  printReport(`${now} in ${file}; the id is ${hook.id}`);
  if (status && status.state !== "ready") printReport(`it is ${status.state}: ${status.because}`);
}
