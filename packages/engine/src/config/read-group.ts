import { type EventName, events, isEventName, type Profile } from "@snaphook/protocol";
import { isObject } from "../is-object.ts";
import { compileMatcher, type Matcher } from "../match/matcher.ts";
import type { Diagnostic } from "../stages/snapshot.ts";
import { checkGroupKeys } from "./check-handler.ts";
import { checkMatcher } from "./check-matcher.ts";
import { type GroupEntry, kindOf } from "./hook-shapes.ts";
import type { JsonPath } from "./json-document.ts";
import type { ReadHooksContext } from "./read-context.ts";
import type { Finding, Reporter } from "./reporter.ts";

/** A valid group. */
export interface ReadGroup {
  readonly event: EventName;
  readonly matcher: Matcher;
  readonly sequential: boolean;
  readonly path: JsonPath;
  readonly handlers: readonly { readonly value: unknown; readonly path: JsonPath }[];
}

/** Why an entry is skipped. */
export interface Skipped {
  readonly problem: Diagnostic;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a matcher group and checks its matcher; its hooks are not checked yet. */
export function readGroup(
  entry: GroupEntry,
  report: Reporter,
  context: ReadHooksContext,
): ReadGroup | Skipped {
  const { event: name, group, path, problem } = entry;
  if (problem) return { problem };
  if (!isEventName(name)) throw new Error(`${name} was passed on without a diagnostic`);
  const event = context.readEvent?.(name) ?? name;
  if (!isObject(group))
    return bad(report, path, {
      code: "group-not-an-object",
      message: `the group is ${kindOf(group)}, not an object`,
      advice: 'write {"matcher": "…", "hooks": […]}',
    });
  const written = "matcher" in group ? group["matcher"] : entry.matcherInKey?.pattern;
  const read = readPattern(written, path, event, report, context.profile);
  if ("problem" in read) return read;
  const matcher = compileMatcher(read.pattern, context.matcherOptions);
  for (const finding of checkMatcher(matcher, events[event], context.profile))
    if (entry.matcherInKey && !("matcher" in group)) report.atKey(entry.matcherInKey.path, finding);
    else report.at([...path, "matcher"], finding);
  const { sequential } = group;
  if (sequential !== undefined && typeof sequential !== "boolean")
    report.atKey([...path, "sequential"], {
      code: "bad-field",
      level: "warning",
      message: `sequential is ${kindOf(sequential)}, not true or false`,
      advice: "write true or false; until then all hooks of the group start together",
    });
  const handlers = handlersOf(group, path, report, event, context.profile);
  if ("problem" in handlers) return handlers;
  return { event, matcher, sequential: sequential === true, path, handlers };
}

const bad = (report: Reporter, at: JsonPath, finding: Omit<Finding, "level">): Skipped => ({
  problem: report.at(at, { level: "error", ...finding }),
});

/** The names that a list gives, if it gives names alone. */
const namesIn = (pattern: unknown): readonly string[] =>
  Array.isArray(pattern) && pattern.every((one) => typeof one === "string") ? pattern : [];

/** Reads a group's matcher; some profiles require one on some events (V7). */
function readPattern(
  pattern: unknown,
  path: JsonPath,
  event: EventName,
  report: Reporter,
  profile: Profile,
): { readonly pattern: string | undefined } | Skipped {
  if (pattern !== undefined && typeof pattern !== "string")
    return bad(report, [...path, "matcher"], {
      code: "matcher-not-a-string",
      message: `the matcher is ${kindOf(pattern)}, not a string`,
      advice: `write "matcher": ${JSON.stringify(namesIn(pattern).join("|") || "Bash")}, or omit it`,
    });
  if (pattern || !profile.matcherNeededOn.includes(event)) return { pattern };
  return bad(report, path, {
    code: "matcher-needed",
    message: `the group has no matcher, but ${event} needs one in the profile ${profile.name}`,
    advice:
      'write "matcher": "…" with a regular expression for tool names; ".*" matches all of them',
  });
}

const groupKeys = ["matcher", "hooks", "sequential", "event"];

/** The hooks of a group: a list, or the one of a flat group (C9). */
function handlersOf(
  group: Fields,
  path: JsonPath,
  report: Reporter,
  event: EventName,
  { groupForm }: Profile,
): ReadGroup["handlers"] | Skipped {
  const { hooks } = group;
  if (hooks === undefined && typeof group["command"] === "string") {
    if (groupForm !== "flat") reportFlat(path, report);
    return flatGroup(group, path);
  }
  const name = Object.keys(group).find((key) => events[event].knownValues.includes(key));
  if (hooks === undefined && name !== undefined)
    return bad(report, path, {
      code: "group-without-hooks",
      message: `the group has the key "${name}", which is something to match, and no "hooks" list`,
      advice: `write {"matcher": "${name}", "hooks": [{"type": "command", "command": "…"}]}`,
    });
  for (const { key, ...finding } of checkGroupKeys(Object.keys(group), groupKeys))
    report.atKey([...path, key], finding);
  if (Array.isArray(hooks))
    return hooks.map((value, index) => ({ value, path: [...path, "hooks", index] }));
  return bad(report, path, {
    code: "group-without-hooks",
    message:
      hooks === undefined
        ? 'the group has no "hooks" list'
        : `"hooks" of the group is ${kindOf(hooks)}, not a list`,
    advice: isObject(hooks)
      ? 'write "hooks": [{…}]: put the object into a list'
      : 'write {"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}',
  });
}

function reportFlat(path: JsonPath, report: Reporter): void {
  report.at(path, {
    code: "flat-group",
    level: "warning",
    message: "the group has a command instead of a list of hooks; it is read as one command hook",
    advice:
      'write {"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}; Claude Code ignores a file with this form',
  });
}

function flatGroup(group: Fields, path: JsonPath): ReadGroup["handlers"] {
  const { matcher: _matcher, event: _event, sequential: _sequential, ...handler } = group;
  return [{ value: { type: "command", ...handler }, path }];
}
