import {
  codeHandlerTypes,
  type EventName,
  events,
  handlers,
  isEventName,
  isHandlerType,
  type Profile,
} from "@snaphook/protocol";
import { compileMatcher, type MatcherOptions } from "../match/matcher.ts";
import { didYouMean } from "../nearest-name.ts";
import type { ConfiguredHook, Diagnostic, Origin, SkippedEntry } from "../stages/snapshot.ts";
import { checkMatcher } from "./check-matcher.ts";
import { configureHook } from "./configure-hook.ts";
import { findGroups, type GroupEntry, kindOf } from "./hook-shapes.ts";
import { isObject } from "./is-object.ts";
import type { JsonDocument, JsonPath } from "./json-document.ts";
import { type Finding, type Reporter, reporter } from "./reporter.ts";

/** What one document contributes. */
export interface ReadHooks {
  readonly hooks: readonly ConfiguredHook[];
  readonly skipped: readonly SkippedEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReadHooksContext {
  readonly origin: Origin;
  readonly profile: Profile;
  readonly matcherOptions: MatcherOptions;
  /** How an event's name is read: a subagent's `Stop` is SubagentStop (C3). */
  readonly readEvent?: (event: EventName) => EventName;
}

/** Reads hooks from a document. A bad entry is skipped alone, with a diagnostic (C5). */
export function readHooks(
  document: JsonDocument,
  hooks: unknown,
  context: ReadHooksContext,
): ReadHooks {
  const report = reporter(document);
  const found: ConfiguredHook[] = [];
  const skipped: SkippedEntry[] = [];
  for (const entry of findGroups(hooks, ["hooks"], report)) {
    const group = readGroup(entry, report, context);
    if (!group) {
      const diagnostic = entry.unknownEvent ?? lastOf(report);
      skipped.push({ event: entry.event, label: "(group)", origin: context.origin, diagnostic });
      continue;
    }
    for (const { value, path } of group.handlers) {
      const hook = readHandler(value, path, group, report, document, context);
      if (hook) found.push(hook);
      else
        skipped.push({
          event: entry.event,
          label: labelOf(value),
          origin: context.origin,
          diagnostic: lastOf(report),
        });
    }
  }
  return { hooks: found, skipped, diagnostics: report.diagnostics };
}

/** A group that is well formed. */
export interface ReadGroup {
  readonly event: EventName;
  readonly matcher: ReturnType<typeof compileMatcher>;
  readonly sequential: boolean;
  readonly path: JsonPath;
  readonly handlers: readonly { readonly value: unknown; readonly path: JsonPath }[];
}

function readGroup(
  entry: GroupEntry,
  report: Reporter,
  context: ReadHooksContext,
): ReadGroup | undefined {
  const { event: written, group, path, matcherInKey } = entry;
  if (!isEventName(written)) return undefined;
  const event = context.readEvent?.(written) ?? written;
  const bad = (code: string, at: JsonPath, message: string, advice: string) => {
    report.at(at, { code, level: "error", message, advice });
    return undefined;
  };
  if (!isObject(group))
    return bad(
      "group-not-an-object",
      path,
      `the group is ${kindOf(group)}`,
      'write {"matcher": "…", "hooks": […]}',
    );
  const pattern = group["matcher"] ?? matcherInKey;
  if (pattern !== undefined && typeof pattern !== "string")
    return bad(
      "matcher-not-a-string",
      [...path, "matcher"],
      `the matcher is ${kindOf(pattern)}`,
      'write "matcher": "Bash", or leave it out',
    );
  const matcher = compileMatcher(pattern, context.matcherOptions);
  for (const finding of checkMatcher(matcher, events[event]))
    report.at([...path, "matcher"], finding);
  const base = { event, matcher, sequential: group["sequential"] === true, path };
  const inner = group["hooks"];
  if (Array.isArray(inner))
    return {
      ...base,
      handlers: inner.map((value, index) => ({ value, path: [...path, "hooks", index] })),
    };
  if (inner === undefined && typeof group["command"] === "string") {
    report.at(path, {
      code: "flat-group",
      level: "warning",
      message: "the group has a command instead of a list of hooks; read as one command hook",
      advice:
        'write {"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}; Claude Code ignores a file with this form',
    });
    const { matcher: _matcher, event: _event, sequential: _sequential, ...handler } = group;
    return { ...base, handlers: [{ value: { type: "command", ...handler }, path }] };
  }
  return bad(
    "group-without-hooks",
    path,
    "the group has no list of hooks",
    'write {"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}',
  );
}

function readHandler(
  value: unknown,
  path: JsonPath,
  group: ReadGroup,
  report: Reporter,
  document: JsonDocument,
  context: ReadHooksContext,
): ConfiguredHook | undefined {
  const error = (at: JsonPath, code: string, message: string, advice: string): undefined => {
    report.at(at, { code, level: "error", message, advice });
  };
  if (!isObject(value))
    return error(
      path,
      "handler-not-an-object",
      `the hook is ${kindOf(value)}`,
      'write {"type": "command", "command": "…"}',
    );
  const { type } = value;
  if (!isHandlerType(type)) {
    report.at([...path, "type"], unknownType(type));
    return undefined;
  }
  const { handler, problems } = handlers[type].read(value);
  for (const problem of problems)
    report.at([...path, ...problem.path.split(".")], {
      code: problem.required ? "required-field" : "bad-field",
      level: problem.required ? "error" : "warning",
      message: `${problem.path}: ${problem.message}`,
      advice: problem.required ? "this hook is skipped until it is right" : "the default is used",
    });
  return handler && configureHook(handler, path, group, report, document, context);
}

/** H7: a type that is none, or one that files cannot have. */
function unknownType(type: unknown): Finding {
  const known = Object.keys(handlers);
  const advice = `known types: ${known.join(", ")}`;
  if (typeof type !== "string") {
    const message = type === undefined ? "the hook has no type" : `the type is ${kindOf(type)}`;
    return { code: "unknown-handler-type", level: "error", message, advice };
  }
  if (codeHandlerTypes.includes(type)) {
    const message = `${type} hooks are registered in code, not in files`;
    return { code: "code-handler-in-file", level: "error", message, advice };
  }
  return {
    code: "unknown-handler-type",
    level: "error",
    message: `unknown hook type "${type}"`,
    advice: `${didYouMean(type, known)}${advice}`,
  };
}

/** A skipped entry is told by the diagnostic that was reported last. */
function lastOf({ diagnostics }: Reporter): Diagnostic {
  const diagnostic = diagnostics.at(-1);
  if (!diagnostic) throw new Error("an entry was skipped without a diagnostic");
  return diagnostic;
}

function labelOf(value: unknown): string {
  const label = isObject(value)
    ? (value["command"] ?? value["url"] ?? value["prompt"] ?? value["type"])
    : value;
  return typeof label === "string" ? label : "(hook)";
}
