import type { ConfiguredHook, HookStatus, Hooks } from "@snaphook/engine";
import { lineDiff } from "@snaphook/engine/internal";
import {
  addHook,
  type ChangedText,
  checkDocument,
  deleteHook,
  editHook,
  type HookChange,
  SettingsChangeError,
  type WrittenHook,
} from "./change-hooks.ts";
import { setValue } from "./edit-settings.ts";
import { removeValue } from "./remove-value.ts";
import { readSettings, writeSettings } from "./write-settings.ts";

/** Scopes whose settings file can get a new hook. */
export const writableScopes = ["user", "project", "local"] as const;
export type WritableScope = (typeof writableScopes)[number];

/** A change of a settings file that is not written yet. */
export interface PlannedChange extends ChangedText {
  readonly file: string;
  /** The text that the change was made from. */
  readonly before: string;
}

/** A new hook in the settings of a scope, after the others. */
export function planAdd(
  { config }: Pick<Hooks, "config">,
  scope: WritableScope,
  hook: WrittenHook,
): PlannedChange {
  const file = config.snapshot().files.find((one) => one.scope === scope)?.file;
  if (file === undefined)
    throw new SettingsChangeError(`there is no settings file of the scope ${scope}`);
  return plan(file, (text) => addHook(file, text, hook));
}

/** Other fields of a hook. Its id changes. */
export const planEdit = (
  { source: { file, path } }: Pick<ConfiguredHook, "source">,
  change: HookChange,
): PlannedChange => plan(file, (text) => editHook(file, text, path, change));

export const planDelete = ({
  source: { file, path },
}: Pick<ConfiguredHook, "source">): PlannedChange =>
  plan(file, (text) => ({ text: deleteHook(file, text, path), path: "" }));

function plan(file: string, edit: (text: string) => ChangedText): PlannedChange {
  const before = readSettings(file);
  return { file, before, ...edit(before) };
}

export const changesNothing = ({ before, text }: PlannedChange): boolean => before === text;

export const differenceOf = ({ before, text }: PlannedChange): string => lineDiff(before, text);

/** Writes a change, unless the file is no longer the one that it was made from. */
export async function writeChange({ file, before, text }: PlannedChange): Promise<void> {
  if (readSettings(file) !== before)
    throw new SettingsChangeError(
      `${file} changed in the meantime, so nothing was written; try again`,
    );
  await writeSettings(file, text);
}

/** The hook that a written change added or changed, with its state; undefined if there is none. */
export async function changedHook(
  { config }: Pick<Hooks, "config">,
  { file, path }: Pick<PlannedChange, "file" | "path">,
): Promise<HookStatus | undefined> {
  const { hooks } = config.snapshot();
  const hook = hooks.find(({ source }) => source.file === file && source.path === path);
  return hook && (await config.statuses()).find((one) => one.hook.id === hook.id);
}

/** One key at the top of a settings file; `undefined` removes it. */
export const planSetting = (file: string, key: string, value: unknown): PlannedChange =>
  plan(file, (text) => {
    checkDocument(file, text);
    const changed = value === undefined ? removeValue(text, [key]) : setValue(text, [key], value);
    return { text: changed, path: "" };
  });
