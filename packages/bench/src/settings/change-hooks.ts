import { isObject, readJson } from "@snaphook/engine/internal";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { setValue } from "./edit-settings.ts";
import { type Path, pathOf } from "./path.ts";
import { removeValue } from "./remove-value.ts";

/** Thrown when the text of a settings file cannot be changed; nothing has been written. */
export class SettingsChangeError extends Error {}

/** A hook as a settings file has it. */
export interface WrittenHook {
  readonly event: string;
  readonly matcher?: string;
  readonly handler: Readonly<Record<string, unknown>>;
}

/** A changed text, and the path of the hook in it: `hooks.PreToolUse[0].hooks[1]`. */
export interface ChangedText {
  readonly text: string;
  readonly path: string;
}

/** Adds a hook after the others: to the last group, if that has the same matcher, else in a group of its own. */
export function addHook(file: string, text: string, hook: WrittenHook): ChangedText {
  const groups = groupsOf(file, text, hook.event);
  const last = groups.length - 1;
  const group = groups[last];
  if (isPlainGroup(group, hook.matcher)) {
    const path = ["hooks", hook.event, last, "hooks", group.hooks.length];
    return { text: setValue(text, path, hook.handler), path: textOf(path) };
  }
  return addGroup(text, hook, groups.length);
}

function addGroup(
  text: string,
  { event, matcher, handler }: Omit<WrittenHook, "handler"> & { readonly handler: unknown },
  at: number,
): ChangedText {
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
  const path = ["hooks", event, at];
  return {
    text: at === 0 ? setValue(text, ["hooks", event], [group]) : setValue(text, path, group),
    path: textOf([...path, "hooks", 0]),
  };
}

/** What an edit changes; everything else in the hook stays as it is. */
export interface HookChange {
  readonly matcher?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Changes fields of a hook, and its matcher. The matcher belongs to the group, so a hook that shares it moves to a new one. */
export function editHook(
  file: string,
  text: string,
  path: string,
  { matcher, fields }: HookChange,
): ChangedText {
  const changed = Object.entries(fields).reduce(
    (now, [key, value]) => setValue(now, [...pathOf(path), key], value),
    text,
  );
  if (matcher === undefined) return { text: changed, path };
  const [, event = "", index = 0] = pathOf(path);
  const groups = groupsOf(file, changed, String(event));
  const group = groups[Number(index)];
  const siblings = isObject(group) && Array.isArray(group["hooks"]) ? group["hooks"].length : 0;
  if (siblings < 2)
    return { text: setValue(changed, ["hooks", event, index, "matcher"], matcher), path };
  return moveHook(changed, pathOf(path), { event: String(event), matcher }, groups.length);
}

/** The hook keeps its bytes, comments too: it is as deep in the new group as in the old one. */
function moveHook(
  text: string,
  path: Path,
  to: { readonly event: string; readonly matcher: string },
  at: number,
): ChangedText {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, path);
  if (node === undefined) throw new SettingsChangeError(`there is no hook at ${textOf(path)}`);
  const hook = text.slice(node.offset, node.offset + node.length);
  const added = addGroup(removeValue(text, path), { ...to, handler: placeholder }, at);
  return { ...added, text: added.text.replace(JSON.stringify(placeholder), () => hook) };
}

const placeholder = "\u0000 the hook that moves";

/** Removes a hook, and what is empty then: its group, the list of its event, `hooks`. */
export function deleteHook(file: string, text: string, path: string): string {
  const { value } = documentOf(file, text);
  const steps = pathOf(path);
  // From the hook to `hooks`: a list with this value alone goes with it.
  const group = steps.slice(0, 3);
  const alone = (keys: Path): boolean => sizeAt(value, keys) === 1;
  if (!alone(steps.slice(0, -1))) return removeValue(text, steps);
  if (!alone(group.slice(0, 2))) return removeValue(text, group);
  return removeValue(text, alone(["hooks"]) ? ["hooks"] : group.slice(0, 2));
}

function sizeAt(value: unknown, path: Path): number {
  const found = path.reduce<unknown>(
    (now, key) =>
      typeof now === "object" && now !== null
        ? (now as Readonly<Record<string | number, unknown>>)[key]
        : undefined,
    value,
  );
  return typeof found === "object" && found !== null ? Object.keys(found).length : 0;
}

/** Whether a group can take another hook: its matcher is the same, and nothing else applies to all of its hooks. */
const isPlainGroup = (
  group: unknown,
  matcher: string | undefined,
): group is { readonly hooks: readonly unknown[] } =>
  isObject(group) &&
  Array.isArray(group["hooks"]) &&
  group["hooks"].length > 0 &&
  group["matcher"] === matcher &&
  Object.keys(group).every((key) => key === "hooks" || key === "matcher");

function groupsOf(file: string, text: string, event: string): readonly unknown[] {
  const { value } = documentOf(file, text);
  const hooks = isObject(value) ? (value["hooks"] ?? {}) : undefined;
  if (!isObject(hooks))
    throw new SettingsChangeError(`${file} does not have hooks by event; run lint first`);
  const groups = hooks[event] ?? [];
  if (!Array.isArray(groups))
    throw new SettingsChangeError(`${file}: hooks.${event} is not a list; run lint first`);
  return groups;
}

/** Throws if a text is not a settings file that can be changed. */
export function checkDocument(file: string, text: string): void {
  if (!isObject(documentOf(file, text).value))
    throw new SettingsChangeError(`${file} is not a JSON object; run lint first`);
}

function documentOf(file: string, text: string) {
  const read = readJson(file, text);
  if (read.ok) return read.document;
  throw new SettingsChangeError(
    `${file}:${read.place.line}:${read.place.column}: ${read.message}; fix the file first`,
  );
}

const textOf = (path: Path): string =>
  path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .slice(1);
