import { isDeepStrictEqual } from "node:util";
import type { PendingChange, ScopeSettings } from "@snaphook/engine";
import { currentIds, isObject, subjectOfSettings } from "@snaphook/engine/internal";
import type { PermissionUpdate } from "../permissions/permissions.ts";
import { changedList, samenessOf } from "../permissions/update/permission-change.ts";
import { readUpdate } from "../permissions/update/read-update.ts";
import type { OwnUpdates, UnfiredHooks } from "./agent.ts";

export interface OwnSettingsOptions {
  readonly hooks: () => UnfiredHooks;
  readonly folders: { readonly projectDirectory: string; readonly home: string };
  /** The settings file of a destination; undefined for the session. */
  readonly fileOf: (destination: PermissionUpdate["destination"]) => string | undefined;
  readonly warn: (text: string) => void;
}

/**
 * The files of a pending change that contain what the session wrote itself and nothing else. They can be applied
 * without asking anyone.
 *
 * A rule that the user chose is trusted with its file, if everything else in the file was (T6).
 */
export async function acceptOwnChange(
  { hooks, folders, fileOf, warn }: OwnSettingsOptions,
  change: PendingChange,
  { updates, isByUser }: OwnUpdates,
): Promise<readonly string[]> {
  const accepted: string[] = [];
  for (const { file } of change.files) {
    const own = updates.filter((update) => fileOf(destinationOf(update)) === file);
    const before = settingsIn(hooks().config.snapshot().settings, file);
    const after = settingsIn(change.next.settings, file);
    if (own.length === 0 || !after) continue;
    if (!isDeepStrictEqual(after.values, expectedValues(before?.values ?? {}, own, folders)))
      continue;
    accepted.push(file);
    const subject = subjectOfSettings(after);
    if (subject === undefined) continue;
    const wasTrusted = !settingsIn(hooks().config.untrustedSettings(), file);
    const written =
      wasTrusted && own.every(isByUser)
        ? await hooks().trust.trust([subject], { present: currentIds(change.next) })
        : undefined;
    if (!written?.ok)
      warn(
        `${file}: the change applies in this session; other sessions ignore it until the file is trusted: ${hooks().config.commandFor("trust")}`,
      );
  }
  return accepted;
}

const destinationOf = (update: unknown): PermissionUpdate["destination"] =>
  isObject(update) ? (update["destination"] as PermissionUpdate["destination"]) : "session";

const settingsIn = (all: readonly ScopeSettings[], file: string): ScopeSettings | undefined =>
  all.find((one) => one.file === file);

/** What a file contains after the updates, if no one else changes it. */
function expectedValues(
  values: ScopeSettings["values"],
  updates: readonly unknown[],
  folders: OwnSettingsOptions["folders"],
): ScopeSettings["values"] {
  const permissions = { ...(isObject(values["permissions"]) ? values["permissions"] : {}) };
  for (const update of updates) {
    const read = readUpdate(update);
    if (!read.ok) continue;
    if ("mode" in read.change) permissions["defaultMode"] = read.change.mode;
    else {
      const { change } = read.change;
      const key = change.list === "directories" ? "additionalDirectories" : change.list;
      const current = permissions[key];
      const list: readonly unknown[] = Array.isArray(current) ? current : [];
      permissions[key] = changedList(list, change, samenessOf(change.list, folders));
    }
  }
  return { ...values, permissions };
}
