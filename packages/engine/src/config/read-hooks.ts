import { type EventName, events, handlers, isEventName, isHandlerType } from "@snaphook/protocol";
import { compileMatcher } from "../match/matcher.ts";
import type { ConfiguredHook, Diagnostic, Scope } from "../stages/snapshot.ts";
import { hookId } from "./hook-id.ts";
import type { JsonDocument, JsonPath } from "./json-document.ts";

/** What one settings file contributes. */
export interface ReadHooks {
  readonly hooks: readonly ConfiguredHook[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the `hooks` part of a settings file. A bad entry is skipped alone, with a diagnostic (C5). */
export function readHooks(
  document: JsonDocument,
  origin: { scope: Scope; root: string },
): ReadHooks {
  const hooks: ConfiguredHook[] = [];
  const diagnostics: Diagnostic[] = [];
  const report = (level: Diagnostic["level"], path: JsonPath, message: string, advice: string) =>
    diagnostics.push({ level, place: document.place(path), message, advice });

  if (!isObject(document.value)) {
    report("error", [], "the settings are not an object", 'write {"hooks": {…}}');
    return { hooks, diagnostics };
  }
  const configured = document.value["hooks"] ?? {};
  if (!isObject(configured)) {
    report("error", ["hooks"], "hooks is not an object", 'write {"hooks": {"PreToolUse": […]}}');
    return { hooks, diagnostics };
  }

  for (const [event, groups] of Object.entries(configured)) {
    if (!isEventName(event)) {
      const known = Object.keys(events).join(", ");
      report("warning", ["hooks", event], `unknown event "${event}"`, `known events: ${known}`);
      continue;
    }
    if (!Array.isArray(groups)) {
      report(
        "error",
        ["hooks", event],
        `${event} is not a list`,
        'write [{"matcher": "…", "hooks": […]}]',
      );
      continue;
    }
    for (const [index, group] of groups.entries()) readGroup(event, group, ["hooks", event, index]);
  }
  return { hooks, diagnostics };

  function readGroup(event: EventName, group: unknown, path: JsonPath): void {
    if (!isObject(group) || !Array.isArray(group["hooks"])) {
      report("error", path, "not a matcher group", 'write {"matcher": "…", "hooks": […]}');
      return;
    }
    const matcher = group["matcher"];
    if (matcher !== undefined && typeof matcher !== "string") {
      report(
        "error",
        [...path, "matcher"],
        "the matcher is not a string",
        'write "matcher": "Bash"',
      );
      return;
    }
    if (compileMatcher(matcher).kind === "invalid")
      report(
        "error",
        [...path, "matcher"],
        `matcher "${matcher}" is not a valid expression and matches nothing`,
        "mend the regular expression",
      );
    for (const [index, entry] of group["hooks"].entries())
      readHandler(event, matcher, entry, [...path, "hooks", index]);
  }

  function readHandler(
    event: EventName,
    matcher: string | undefined,
    entry: unknown,
    path: JsonPath,
  ): void {
    const type = isObject(entry) ? entry["type"] : undefined;
    if (!isHandlerType(type)) {
      const known = Object.keys(handlers).join(", ");
      report(
        "error",
        path,
        `unknown handler type ${JSON.stringify(type) ?? "(none)"}`,
        `known types: ${known}`,
      );
      return;
    }
    const parsed = handlers[type].parse(entry);
    if (!parsed.ok) {
      for (const problem of parsed.problems)
        report(
          "error",
          [...path, ...problem.path.split(".")],
          `${problem.path}: ${problem.message}`,
          `mend ${problem.path}; this hook is skipped until then`,
        );
      return;
    }
    const handler = parsed.value;
    hooks.push({
      id: hookId({ ...origin, event, matcher, handler }),
      label: handler.command,
      scope: origin.scope,
      event,
      matcher: compileMatcher(matcher),
      handler,
      source: document.place(path),
    });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
