import {
  addHook,
  type ChangedText,
  deleteHook,
  editHook,
  readSettings,
  SettingsChangeError,
  writeSettings,
} from "@snaphook/bench";
import type { ConfiguredHook, Hooks } from "@snaphook/engine";
import { lineDiff } from "@snaphook/engine/internal";
import { type EventName, programOf } from "@snaphook/protocol";
import { checkWritten } from "../check-written.ts";
import { loadHooks, reportLoadErrors, type SourceOptions } from "../load-hooks.ts";
import { askUser, printMessage, printReport } from "../print.ts";
import { refuseInsideAgent } from "../refuse-inside-agent.ts";
import { eventNamed, UsageError } from "../usage-error.ts";
import { checkNewHook } from "./check-new-hook.ts";
import { whyReadOnly } from "./why-read-only.ts";

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
  readonly scope: "user" | "project" | "local";
}

/** `hooks add`: a command hook in the settings of a scope, after the others. */
export async function addToSettings(name: string, flags: AddFlags): Promise<void> {
  refuseInsideAgent();
  const event = eventNamed(name);
  const { scope, matcher } = flags;
  const hooks = await loadHooks(flags);
  reportLoadErrors(hooks);
  const { files } = hooks.config.snapshot();
  const file = files.find((one) => one.scope === scope)?.file;
  if (file === undefined) throw new UsageError(`there is no settings file of the scope ${scope}`);
  const handler = { type: "command", ...fieldsOf(flags) };
  const added = { event, ...(matcher === undefined ? {} : { matcher }), handler };
  await checkNewHook(added, flags);
  await change(file, flags, (text) => addHook(file, text, added), {
    event,
    now: "added",
  });
}

/** `hooks edit`: other fields of a hook. Its id changes, and if it was turned off, it stays so. */
export async function editInSettings(id: string, flags: HookFlags): Promise<void> {
  refuseInsideAgent();
  const { matcher } = flags;
  const fields = fieldsOf(flags);
  if (matcher === undefined && Object.keys(fields).length === 0)
    throw new UsageError("nothing to change; name --matcher, --command, --timeout or --on-failure");
  const { hooks, hook } = await ownHook(id, flags);
  if (programOf(hook.handler) === undefined && flags.command !== undefined)
    throw new UsageError(`${id} is a hook of type ${hook.handler.type}; it has no command`);
  const { event, source } = hook;
  const wanted = matcher ?? hook.matcher.pattern;
  await checkNewHook(
    {
      event,
      ...(wanted === undefined ? {} : { matcher: wanted }),
      handler: { ...hook.handler, ...fields },
    },
    flags,
  );
  await change(
    source.file,
    flags,
    (text) =>
      editHook(source.file, text, source.path, {
        ...(matcher === undefined ? {} : { matcher }),
        fields,
      }),
    { event, now: "changed", wasDisabled: await hooks.config.toggles.isDisabled(id) },
  );
}

/** `hooks delete`: removes hooks from their settings files, one after the other. */
export async function deleteFromSettings(id: string, flags: WriteFlags): Promise<void> {
  refuseInsideAgent();
  const { hook } = await ownHook(id, flags);
  const { file, path } = hook.source;
  await change(file, flags, (text) => ({ text: deleteHook(file, text, path), path: "" }), {
    event: hook.event,
    now: "deleted",
  });
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
  readonly event: EventName;
  /** What happened to the hook, for a sentence. */
  readonly now: "added" | "changed" | "deleted";
  readonly wasDisabled?: boolean;
}

/** Shows the difference, asks, writes, and says what the hook is called now. */
async function change(
  file: string,
  flags: WriteFlags,
  edit: (text: string) => ChangedText,
  about: Change,
): Promise<void> {
  try {
    const before = readSettings(file);
    const { text, path } = edit(before);
    if (text === before) return printMessage(`${file}: nothing to change`);
    printReport(`${file}\n${lineDiff(before, text)}`);
    if (flags.dryRun) return printMessage("--dry-run: nothing was written");
    if (!(await isConfirmed(flags))) return printMessage("nothing was written");
    if (readSettings(file) !== before)
      throw new UsageError(`${file} changed in the meantime, so nothing was written; try again`);
    writeSettings(file, text);
    await report(file, path, flags, about);
  } catch (error) {
    throw error instanceof SettingsChangeError ? new UsageError(error.message) : error;
  }
}

async function isConfirmed({ yes }: WriteFlags): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY)
    throw new UsageError("nothing was written: stdin is not a terminal to ask on; add --yes");
  return /^y(es)?$/i.test((await askUser("Write this? [y/N] ")).trim());
}

async function report(
  file: string,
  path: string,
  flags: WriteFlags,
  { now, wasDisabled = false }: Change,
): Promise<void> {
  const hooks = await loadHooks(flags);
  const hook = hooks.config
    .snapshot()
    .hooks.find(({ source }) => source.file === file && source.path === path);
  if (hook === undefined) return printReport(`${now} in ${file}`);
  if (wasDisabled) checkWritten(await hooks.config.toggles.set(hook.id, false));
  const state = (await hooks.config.statuses()).find((one) => one.hook.id === hook.id);
  printReport(`${now} in ${file}; the id is ${hook.id}`);
  if (state && state.state !== "ready") printReport(`it is ${state.state}: ${state.because}`);
}
