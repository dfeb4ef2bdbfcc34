import {
  type EventDefinition,
  events,
  type Handler,
  handlers,
  type Profile,
} from "@snaphook/protocol";
import { hookId } from "../hook-id.ts";
import { parseRule } from "../rules/rule.ts";
import type { ConfiguredHook, Dormancy } from "../stages/snapshot.ts";
import { checkHandler } from "./check-handler.ts";
import type { JsonDocument, JsonPath } from "./json-document.ts";
import type { ReadHooksContext } from "./read-context.ts";
import type { ReadGroup } from "./read-group.ts";
import type { Reporter } from "./reporter.ts";

/** Makes a hook of a well-formed handler: names it, parses its condition, says whether it can ever run. */
export function configureHook(
  handler: Handler,
  path: JsonPath,
  group: ReadGroup,
  report: Reporter,
  document: JsonDocument,
  { origin, profile }: ReadHooksContext,
): ConfiguredHook {
  const event: EventDefinition = events[group.event];
  for (const { key, ...finding } of checkHandler(handler, event, origin.scope))
    report.atKey([...path, key], finding);
  const rule = handler.if === undefined ? undefined : parseRule(handler.if);
  if (rule && !rule.ok)
    report.at([...path, "if"], {
      code: "broken-rule",
      level: "error",
      message: `if: ${rule.message}; this hook never runs`,
      advice: rule.advice,
    });
  const definition = handlers[handler.type];
  return {
    id: hookId({
      scope: origin.scope,
      root: origin.root,
      event: group.event,
      matcher: group.matcher.pattern,
      handler,
    }),
    label: (definition.label as (handler: Handler) => string)(handler),
    origin,
    event: group.event,
    matcher: group.matcher,
    handler,
    condition: rule?.ok ? rule.rule : undefined,
    group: {
      key: `${document.place([]).file}#${group.path.join(".")}`,
      sequential: group.sequential,
    },
    source: document.place(path),
    dormant: rule && !rule.ok ? brokenRule(handler) : dormancy(handler, event, profile),
  };
}

const brokenRule = (handler: Handler): Dormancy => ({
  reason: "invalid",
  because: `its if "${handler.if}" is not a permission rule, and a broken rule never matches`,
});

/** Why a well-formed hook can never run where it stands. */
function dormancy(
  handler: Handler,
  event: EventDefinition,
  profile: Profile,
): Dormancy | undefined {
  const never = (because: string): Dormancy => ({ reason: "not-on-this-event", because });
  if (profile.events !== "all" && !profile.events.some((name) => name === event.name))
    return {
      reason: "not-in-profile",
      because: `the profile ${profile.name} has no event ${event.name}`,
    };
  if (handler.if !== undefined && !event.isAboutTool)
    return never(`it has an if, and ${event.name} is not about a tool`);
  if ((handler.type === "prompt" || handler.type === "agent") && !event.takesModelHooks)
    return never(`${handler.type} hooks do not run on ${event.name}`);
  if (handler.type === "http" && profile.eventsWithoutHttp.some((name) => name === event.name))
    return never(`the profile ${profile.name} skips http hooks on ${event.name}`);
  return undefined;
}
