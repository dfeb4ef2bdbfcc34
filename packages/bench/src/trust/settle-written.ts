import type { HooksOptions } from "@snaphook/engine";
import { createHooks } from "@snaphook/engine";
import type { Written } from "@snaphook/engine/internal";
import { SettingsChangeError } from "../settings/change-hooks.ts";
import { changedHook, type PlannedChange } from "../settings/planned-change.ts";

/** What becomes of a hook that a change has just written, or removed. */
export interface Settlement {
  /** The user wrote it, or it was trusted before. */
  readonly trust: boolean;
  /** It was off, and stays off. */
  readonly disable: boolean;
  /** The id of a hook that the user removed: it is not missed. */
  readonly forget?: string | undefined;
}

/** Trusts, disables or forgets the hook of a change, before any session applies the file. */
export async function settleWritten(
  planned: Pick<PlannedChange, "file" | "path">,
  { trust, disable, forget }: Settlement,
  options: Pick<HooksOptions, "cwd" | "home" | "profile">,
): Promise<void> {
  const hooks = await createHooks({ ...options, sessionId: "settings" });
  try {
    if (forget !== undefined) checkWritten(await hooks.trust.distrust([forget]));
    const hook = (await changedHook(hooks, planned))?.hook;
    if (hook === undefined) return;
    if (disable) checkWritten(await hooks.config.toggles.set(hook.id, false));
    const found = (await hooks.trust.list()).find(({ subject }) => subject.id === hook.id);
    if (trust && hook.origin.needsTrust && found)
      checkWritten(await hooks.trust.trust([found.subject], { present: hooks.trust.knownIds() }));
  } finally {
    await hooks.close();
  }
}

function checkWritten(written: Written): void {
  if (written.ok) return;
  const { file, found, advice } = written.problem;
  throw new SettingsChangeError(`${file} ${found}; ${advice}`);
}
