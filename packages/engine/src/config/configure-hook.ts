import { definitionOf, type EventDefinition, events, type Handler } from "@snaphook/protocol";
import type { ConfiguredHook, Origin, SourcePlace } from "../stages/snapshot.ts";
import { checkHandler } from "./check-handler.ts";
import { conditionOf } from "./condition-of.ts";
import { hookId } from "./hook-id.ts";
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
  for (const { key, ...finding } of checkHandler(handler, event, { scope: origin.scope, profile }))
    report.atKey([...path, key], finding);
  const { condition, problem, dormant } = conditionOf(handler, event, profile);
  if (problem)
    report.at([...path, "if"], {
      code: "broken-rule",
      level: "error",
      message: `if: ${problem.message}; this hook never runs`,
      advice: problem.advice,
    });
  // Found when somebody asks: to know where every value stands takes longer than all the rest.
  let place: SourcePlace | undefined;
  return {
    id: hookId({
      scope: ownedScope(origin),
      root: origin.root,
      event: group.event,
      matcher: group.matcher.pattern,
      handler,
    }),
    label: definitionOf(handler).label(handler),
    origin,
    event: group.event,
    matcher: group.matcher,
    handler,
    condition,
    group: {
      key: `${document.file}#${group.path.join(".")}`,
      sequential: group.sequential,
    },
    get source() {
      place ??= document.place(path);
      return place;
    },
    dormant,
  };
}

/** C8: the same hook of two agents is two hooks, each with its own switch and its own `once`. */
const ownedScope = ({ scope, owner }: Origin): string =>
  scope === "skill" || scope === "agent" ? `${scope} ${owner}` : scope;
