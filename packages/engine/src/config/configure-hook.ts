import { definitionOf, type EventDefinition, events, type Handler } from "@snaphook/protocol";
import {
  type ConfiguredHook,
  type Dormancy,
  isFrontMatter,
  type Origin,
  type SourcePlace,
} from "../stages/snapshot.ts";
import { checkHandler } from "./check-handler.ts";
import { hookId } from "./hook-id.ts";
import type { JsonDocument, JsonPath } from "./json-document.ts";
import { conditionOf } from "./read-condition.ts";
import type { ReadHooksContext } from "./read-context.ts";
import type { ReadGroup } from "./read-group.ts";
import type { Reporter } from "./reporter.ts";

/** Makes a hook from a valid handler: its id, its parsed condition, and whether it can ever run. */
export function configureHook(
  handler: Handler,
  path: JsonPath,
  group: ReadGroup,
  report: Reporter,
  document: JsonDocument,
  { origin, profile }: ReadHooksContext,
): ConfiguredHook {
  const event: EventDefinition = events[group.event];
  for (const { key, ...finding } of checkHandler(handler, event, { origin, profile }))
    report.atKey([...path, key], finding);
  const { condition, problem, dormant } = conditionOf(handler, event, profile, group.matcher);
  if (problem) report.at([...path, "if"], problem);
  // Computed on demand: finding the place of every value takes longer than everything else, and most ids are never needed.
  let place: SourcePlace | undefined;
  let id: string | undefined;
  return {
    get id() {
      id ??= hookId({
        scope: ownedScope(origin),
        root: origin.root,
        event: group.event,
        matcher: group.matcher.pattern,
        handler,
      });
      return id;
    },
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
    dormant: dormant ?? beforeItsAgent(event, origin),
  };
}

/** C3: the hooks of an agent apply once it runs. */
const beforeItsAgent = (event: EventDefinition, { scope }: Origin): Dormancy | undefined =>
  scope === "agent" && event.precedesOwnHooks
    ? {
        reason: "not-on-this-event",
        because: `${event.name} fires before the hooks in the agent's own front matter apply`,
      }
    : undefined;

/** C8: the same hook in two agents is two hooks, each with its own toggle and its own `once`. */
const ownedScope = (origin: Origin): string =>
  isFrontMatter(origin) ? `${origin.scope} ${origin.command ?? origin.owner}` : origin.scope;
