import { type EventName, eventNames, isEventName } from "@snaphook/protocol";
import { isObject } from "../is-object.ts";
import type { Diagnostic } from "../stages/snapshot.ts";
import { didYouMean } from "../text/nearest-name.ts";
import type { JsonPath } from "./json-document.ts";
import { noteKeys } from "./note-keys.ts";
import type { Reporter } from "./reporter.ts";

/** One matcher group, wherever and however it was written. */
export interface GroupEntry {
  /** The event name as written; not necessarily a known one. */
  readonly event: string;
  readonly group: unknown;
  readonly path: JsonPath;
  /** The matcher in a key like `PreToolUse:Edit`, and the path of that key. */
  readonly matcherInKey: { readonly pattern: string; readonly path: JsonPath } | undefined;
  /** Why it is not a group of a known event, if it is not. */
  readonly problem: Diagnostic | undefined;
}

const claudeCodeIgnores = "Claude Code does not read this form";

/** C9: finds the groups in every form that real configurations have, and reports unusual forms. */
export function findGroups(
  hooks: unknown,
  path: JsonPath,
  report: Reporter,
): readonly GroupEntry[] {
  if (Array.isArray(hooks)) return groupsOfList(hooks, path, report);
  if (!isObject(hooks)) {
    report.at(path, {
      code: "hooks-not-an-object",
      level: "error",
      message: `hooks is ${kindOf(hooks)}, not an object`,
      advice:
        'write {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "…"}]}]}}',
    });
    return [];
  }
  return Object.entries(hooks).flatMap(([key, value]) =>
    isNote(key, value)
      ? groupsOfNote(key, value, [...path, key], report)
      : groupsOfEvent(key, value, [...path, key], report),
  );
}

/** Keys that people use for notes, and for events that they switched off (C9). */
const isNote = (key: string, value: unknown): boolean =>
  /^(?:\/\/|[#$]|_(?!_))/.test(key) || (typeof value === "string" && noteKeys.has(key));

/** A note is no mistake, so it is not reported; groups in it are listed among what was skipped. */
function groupsOfNote(
  key: string,
  value: unknown,
  path: JsonPath,
  report: Reporter,
): readonly GroupEntry[] {
  if (!Array.isArray(value) || !value.some(isObject)) return [];
  const problem = report.describe(path, {
    code: "note",
    level: "warning",
    message: `"${key}" is a note, so its hooks never run`,
    advice: "give the key the name of an event if they should run",
  });
  return [{ event: key, group: value, path, matcherInKey: undefined, problem }];
}

function groupsOfEvent(
  key: string,
  value: unknown,
  path: JsonPath,
  report: Reporter,
): readonly GroupEntry[] {
  if (key === "hooks" && isObject(value)) return hooksInHooks(key, value, path, report);
  const [event = key, ...rest] = isEventName(key) ? [key] : key.split(":");
  const isSplit = rest.length > 0 && isEventName(event);
  const name = isSplit ? event : key;
  const matcherInKey = isSplit ? { pattern: rest.join(":"), path } : undefined;
  if (matcherInKey)
    report.atKey(path, {
      code: "matcher-in-event-key",
      level: "warning",
      message: `"${key}" has a matcher in the event name; it is read as event ${event}, with matcher "${matcherInKey.pattern}" for groups that have none`,
      advice: `write "${event}": [{"matcher": "${matcherInKey.pattern}", "hooks": […]}]; ${claudeCodeIgnores}`,
    });
  const common = { event: name, matcherInKey, problem: checkEventName(name, path, report, "key") };
  if (Array.isArray(value))
    return value.map((group, index) => ({ ...common, group, path: [...path, index] }));
  if (isObject(value)) {
    report.at(path, {
      code: "event-not-a-list",
      level: "warning",
      message: `${name} is one group instead of a list of groups; it is read as a list of one`,
      advice: `write "${name}": [{…}]; ${claudeCodeIgnores}`,
    });
    return [{ ...common, group: value, path }];
  }
  const problem = report.at(path, {
    code: "event-not-a-list",
    level: "error",
    message: `${name} is ${kindOf(value)}, not a list of groups`,
    advice: `write "${name}": [{"matcher": "…", "hooks": […]}]`,
  });
  return [{ ...common, group: value, path, problem }];
}

/** `"hooks": {"hooks": {…}}`: one level too many. */
function hooksInHooks(
  event: string,
  group: object,
  path: JsonPath,
  report: Reporter,
): readonly GroupEntry[] {
  const problem = report.atKey(path, {
    code: "hooks-in-hooks",
    level: "error",
    message: '"hooks" is inside "hooks", so none of the hooks in it run',
    advice: 'remove one level: write {"hooks": {"PreToolUse": […]}}',
  });
  return [{ event, group, path, matcherInKey: undefined, problem }];
}

function groupsOfList(
  hooks: readonly unknown[],
  path: JsonPath,
  report: Reporter,
): readonly GroupEntry[] {
  report.at(path, {
    code: "hooks-as-list",
    level: "warning",
    message:
      "hooks is a list of entries that each name an event, instead of an object with one key per event",
    advice: `write {"hooks": {"EVENT": [{"matcher": "…", "hooks": […]}]}}; ${claudeCodeIgnores}`,
  });
  return hooks.map((group, index) => {
    const event = isObject(group) ? group["event"] : undefined;
    const entry = { group, path: [...path, index], matcherInKey: undefined };
    if (typeof event === "string") {
      const problem = checkEventName(event, [...entry.path, "event"], report, "value");
      return { ...entry, event, problem };
    }
    const problem = report.at(entry.path, {
      code: "group-without-event",
      level: "error",
      message: "the entry does not name an event",
      advice: 'write {"event": "PreToolUse", "matcher": "…", "hooks": […]}',
    });
    return { ...entry, event: "(no event)", problem };
  });
}

/** E20: an unknown event is a warning with the nearest known name: newer hosts have newer events. */
function checkEventName(
  event: string,
  path: JsonPath,
  report: Reporter,
  foundIn: "key" | "value",
): Diagnostic | undefined {
  if (isEventName(event)) return undefined;
  const finding = {
    code: "unknown-event",
    level: "warning",
    message: `unknown event "${event}"`,
    advice: `${suggestName(event)}its hooks never run here`,
  } as const;
  return foundIn === "key" ? report.atKey(path, finding) : report.at(path, finding);
}

/** Names that other agents use for our events, and names that people expect. */
const otherNames: Readonly<Record<string, EventName>> = {
  AfterAgent: "Stop",
  AfterTool: "PostToolUse",
  AfterToolUse: "PostToolUse",
  AgentEnd: "Stop",
  AgentStop: "Stop",
  BeforeAgent: "UserPromptSubmit",
  BeforeTool: "PreToolUse",
  Compact: "PreCompact",
  OnToolUse: "PreToolUse",
  PermissionAsk: "PermissionRequest",
  PostEdit: "PostToolUse",
  PostTool: "PostToolUse",
  PreBash: "PreToolUse",
  PreCommand: "PreToolUse",
  PreCompress: "PreCompact",
  PreEdit: "PreToolUse",
  PrePrompt: "UserPromptSubmit",
  PreToolCall: "PreToolUse",
  PromptSubmit: "UserPromptSubmit",
  SessionBegin: "SessionStart",
  SessionClose: "SessionEnd",
  SessionStop: "SessionEnd",
  Startup: "SessionStart",
  SubagentBegin: "SubagentStart",
  SubagentEnd: "SubagentStop",
  SubagentFinish: "SubagentStop",
  TaskEnd: "TaskCompleted",
  ToolError: "PostToolUseFailure",
  ToolUse: "PreToolUse",
  UserPrompt: "UserPromptSubmit",
  afterFileEdit: "PostToolUse",
  afterShellExecution: "PostToolUse",
  beforeMCPExecution: "PreToolUse",
  beforeReadFile: "PreToolUse",
  beforeShellExecution: "PreToolUse",
  beforeSubmitPrompt: "UserPromptSubmit",
};

function suggestName(event: string): string {
  const here = Object.hasOwn(otherNames, event) ? otherNames[event] : undefined;
  return here ? `it is called ${here} here; ` : didYouMean(event, eventNames);
}

/** `a number`, `a list` … */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
