import {
  changedHook,
  changesNothing,
  checkNewHook,
  differenceOf,
  type InspectedHooks,
  type PlannedChange,
  planAdd,
  planDelete,
  planEdit,
  planSetting,
  settleWritten,
  writeChange,
} from "@snaphook/bench";
import type { Written } from "@snaphook/engine/internal";
import { changeOf, type Form, hookOf } from "./form.ts";
import type { MenuData, MenuHook } from "./menu-data.ts";
import { MenuError } from "./menu-error.ts";
import type { AskedChange } from "./menu-screen.ts";
import type { MenuSource } from "./menu-source.ts";
import { trialOptions } from "./trial-options.ts";

/** T5: a process that an agent or a hook started must not change what runs. */
export function checkMayChange({ readOnly }: MenuSource): void {
  if (readOnly !== undefined) throw new MenuError(readOnly);
}

/** Turns a hook on or off, for this user. Returns what happened. */
export async function switchHook(source: MenuSource, hook: MenuHook): Promise<string> {
  checkMayChange(source);
  const { row, canSwitch } = hook;
  if (row.id === null || !canSwitch)
    throw new MenuError(`it cannot be switched: ${hook.readOnly ?? "it is a managed hook"}`);
  const { config } = await source.hooks();
  const isOn = !(await config.toggles.isDisabled(row.id));
  checkWritten(await config.toggles.set(row.id, !isOn));
  return `${nameOf(hook)} is now ${isOn ? "off" : "on"}, for you`;
}

export const nameOf = ({ row, name }: MenuHook): string => `${row.event} ${name}`;

/** The switch of all hooks is a setting of the user. */
export function planSwitchAll(source: MenuSource, data: MenuData, on: boolean): AskedChange {
  checkMayChange(source);
  const { user } = data.files;
  const { allOff } = data;
  if (on && allOff && !allOff.isUsers)
    throw new MenuError(`${allOff.file} sets disableAllHooks; only a change there turns them on`);
  if (user === undefined)
    throw new MenuError("the settings of the user are not read in this session");
  const planned = planSetting(user, "disableAllHooks", on ? undefined : true);
  return {
    title: on ? "Turn all hooks on?" : "Turn all hooks off?",
    notes: on
      ? []
      : ["No hook runs then, in any project, until you turn them on; managed hooks still do."],
    body: bodyOf(planned),
    work: {
      kind: "write",
      planned,
      done: on ? "turned all hooks on" : "turned all hooks off",
      trust: false,
      disable: false,
    },
  };
}

export function planDeletion(source: MenuSource, target: MenuHook): AskedChange {
  checkMayChange(source);
  const { hook, readOnly, row } = target;
  if (hook === undefined || readOnly !== undefined)
    throw new MenuError(`it cannot be deleted here: ${readOnly}`);
  const planned = planDelete(hook);
  return {
    title: `Delete ${nameOf(target)}?`,
    notes: [],
    body: bodyOf(planned),
    work: {
      kind: "write",
      planned,
      done: `deleted ${nameOf(target)}`,
      trust: false,
      disable: false,
      forget: row.id ?? undefined,
    },
  };
}

const bodyOf = (planned: PlannedChange): string => `${planned.file}\n${differenceOf(planned)}`;

/** What a form would write. Throws if the hook could never run. */
export async function planForm(source: MenuSource, form: Form): Promise<AskedChange> {
  checkMayChange(source);
  const hooks = await source.hooks();
  const written = hookOf(form);
  const notes = await checkNewHook(written, trialOptions(source, hooks));
  const { editing, draft } = form;
  const hook = editing?.hook;
  const planned = hook ? planEdit(hook, changeOf(form)) : planAdd(hooks, draft.scope, written);
  if (changesNothing(planned)) throw new MenuError("nothing to change");
  const name = `${draft.event} ${draft.command || editing?.row.label || ""}`;
  return {
    title: hook ? `Change ${name}?` : `Add ${name}?`,
    notes,
    body: bodyOf(planned),
    work: {
      kind: "write",
      planned,
      done: hook ? `changed ${name}` : `added ${name}`,
      // What the user wrote here needs no review; a hook that was not trusted before does.
      trust: hook === undefined || !editing?.needsTrust,
      disable: hook !== undefined && (await hooks.config.toggles.isDisabled(hook.id)),
    },
  };
}

/** T9: what trusting a hook covers, before the user says yes. */
export async function planTrust(source: MenuSource, target: MenuHook): Promise<AskedChange> {
  checkMayChange(source);
  const { trust } = await source.hooks();
  const found = (await trust.list()).find(({ subject }) => subject.id === target.row.id);
  if (!found) throw new MenuError("it needs no trust");
  const { covered, notCovered } = await trust.describe(found.subject);
  const differences = found.answer.state === "changed" ? found.answer.differences : [];
  return {
    title: `Trust ${nameOf(target)}?`,
    notes: ["It runs with all of your rights then."],
    body: [
      ...differences.flatMap(({ summary, diff }) => [summary, ...(diff ? [diff] : [])]),
      ...covered.map((part) =>
        part.what === "definition" ? part.text : `covers ${part.path} (${part.size} bytes)`,
      ),
      ...notCovered.map(({ what, why }) => `does not cover ${what}: ${why}`),
    ].join("\n"),
    work: { kind: "trust", hook: target },
  };
}

/** T1: the user accepts that a trusted hook is gone. */
export function planForget(source: MenuSource, { absent }: MenuData, id: string): AskedChange {
  checkMayChange(source);
  const hook = absent.find((one) => one.id === id);
  if (!hook?.canForget) throw new MenuError("this hook is not one that was trusted and is gone");
  return {
    title: `Forget ${hook.label}?`,
    notes: ["It is no longer missed then. If it comes back, it needs trust again."],
    body: `${hook.place}\n${hook.because}`,
    work: { kind: "forget", hook },
  };
}

/** Makes a change that the user agreed to. Returns what happened. */
export async function perform(source: MenuSource, { work }: AskedChange): Promise<string> {
  checkMayChange(source);
  if (work.kind === "trust") {
    await trustHook(await source.hooks(), work.hook.row.id ?? "");
    return `trusted ${nameOf(work.hook)}`;
  }
  if (work.kind === "forget") {
    const { trust } = await source.hooks();
    checkWritten(await trust.distrust([work.hook.id]));
    return `forgot ${work.hook.label}`;
  }
  const { planned, done } = work;
  const { file } = planned;
  const applied = await source.change([file], async () => {
    await writeChange(planned);
    await settleWritten(planned, work, trialOptions(source, await source.hooks()));
  });
  if (!applied.includes(file))
    return `${done} in ${file}, but a hook refused the change, so it does not apply in this session`;
  const status = await changedHook(await source.hooks(), planned);
  const held =
    status && status.state !== "ready" ? `; it is ${status.state}: ${status.because}` : "";
  return `${done} in ${file}${held}`;
}

async function trustHook({ trust }: InspectedHooks, id: string): Promise<void> {
  const found = (await trust.list()).find(({ subject }) => subject.id === id);
  if (found) checkWritten(await trust.trust([found.subject], { present: trust.knownIds() }));
}

function checkWritten(written: Written): void {
  if (written.ok) return;
  const { file, found, advice } = written.problem;
  throw new MenuError(`${file} ${found}; ${advice}`);
}
