import { ifHolds } from "../rules/permissions.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { MatchedHook } from "../stages/matched-hook.ts";
import {
  type ConfiguredHook,
  isFrontMatter,
  type Origin,
  type Snapshot,
} from "../stages/snapshot.ts";
import { nearestName } from "../text/nearest-name.ts";

/** A slash command that was called. */
export interface UsedCommand {
  /** Without the slash, folders joined with `:`. */
  readonly name: string;
  /** Whether it is a file of the project, or of a plugin that needs trust, and not of the user. */
  readonly needsTrust: boolean;
  /** Whether it is a command of a plugin. Default: no. */
  readonly ofPlugin?: boolean;
}

/** What matching needs besides the event. */
export interface MatchContext {
  /** Where the session started. */
  readonly projectDirectory: string;
  readonly home: string;
  /** Skills that are in use, so that their front-matter hooks apply (C3). */
  readonly activeSkills: ReadonlySet<string>;
  /** Slash commands in use, by `commandKey`. */
  readonly activeCommands: ReadonlySet<string>;
  /** Agents whose hooks on tool calls apply here too, because they started this one (C3). */
  readonly callerTypes?: readonly string[];
}

/** Why a hook does or does not apply to an event. */
export interface MatchAnswer {
  readonly reason:
    | "matches"
    | "other-event"
    | "matcher"
    | "if-false"
    | "owner-not-active"
    | "invalid"
    | "not-in-profile"
    | "not-on-this-event";
  readonly because: string;
}

/** The hooks an event selects, in plan order: an index lookup, then owner and `if` of each candidate. */
export function match(
  snapshot: Snapshot,
  event: HookEvent,
  context: MatchContext,
): readonly MatchedHook[] {
  const candidates = snapshot.index.find(event.name, valuesOf(event));
  if (candidates.length === 0) return [];
  const matched: MatchedHook[] = [];
  for (const hook of candidates) {
    if (!ownerIsActive(hook, event, context)) continue;
    if (hook.condition && !conditionOf(hook, event, context).holds) continue;
    matched.push({ hook });
  }
  return matched;
}

/** The same checks for one hook, with the reason in words; for `explain`. */
export function explainMatch(
  hook: ConfiguredHook,
  event: HookEvent,
  context: MatchContext,
): MatchAnswer {
  if (hook.event !== event.name)
    return { reason: "other-event", because: `is for ${hook.event}, not ${event.name}` };
  if (hook.dormant) return hook.dormant;
  const matcher = explainMatcher(hook, event);
  if (matcher.reason !== "matches") return matcher;
  if (!ownerIsActive(hook, event, context))
    return {
      reason: "owner-not-active",
      because: `belongs to the ${ownerOf(hook.origin)}, which is not in use`,
    };
  if (!hook.condition) return matcher;
  const { holds, because } = conditionOf(hook, event, context);
  if (!holds) return { reason: "if-false", because: `if "${hook.condition.text}": ${because}` };
  return { reason: "matches", because: `${matcher.because}; if: ${because}` };
}

const ownerOf = ({ scope, owner, command }: Origin): string =>
  command === undefined ? `${scope} ${owner}` : `command ${command}`;

/** Whether a hook is for this event and its matcher matches; other conditions are ignored. */
export const matcherHolds = (hook: ConfiguredHook, event: HookEvent): boolean =>
  hook.event === event.name && explainMatcher(hook, event).reason === "matches";

/** What matchers of this event are tested against. */
function valuesOf({ definition, input }: HookEvent): readonly string[] {
  const { matchesOn } = definition;
  if (matchesOn === undefined) return [];
  if (matchesOn === "agent_type") return agentTypesOf(input);
  if (matchesOn === "tool_name")
    return toolNamesOf(input).flatMap((name) => definition.matchedValues(name));
  return definition.matchedValues(String(input[matchesOn] ?? ""));
}

/** What a tool is called: an MCP tool to which a host gave another name keeps its own for guards. */
const toolNamesOf = ({ tool_name, mcp_tool_name }: HookEvent["input"]): readonly string[] => [
  String(tool_name ?? ""),
  ...(typeof mcp_tool_name === "string" ? [mcp_tool_name] : []),
];

/** What the agent of an event is called: a teammate by its name, and by the agent that it was made from (E11). */
const agentTypesOf = ({ agent_type, teammate_type }: HookEvent["input"]): readonly string[] => [
  String(agent_type ?? ""),
  ...(typeof teammate_type === "string" ? [teammate_type] : []),
];

function explainMatcher(hook: ConfiguredHook, event: HookEvent): MatchAnswer {
  const { kind, pattern, names } = hook.matcher;
  const field = event.definition.matchesOn;
  if (field === undefined)
    return { reason: "matches", because: `${event.name} takes no matcher: always runs` };
  if (kind === "everything")
    return { reason: "matches", because: "no matcher: matches everything" };
  if (kind === "invalid")
    return {
      reason: "matcher",
      because: `"${pattern}" is not a valid regular expression, so it matches no ${field}`,
    };
  const values = valuesOf(event);
  const value = values[0] ?? "";
  const what = `${kind === "names" ? "exact names" : "unanchored expression"} "${pattern}"`;
  const answers = values.map((one) => hook.matcher.test(one));
  if (answers.includes("ran-away"))
    return {
      reason: "matches",
      because: `${what} took too long on ${field} "${value}" and is treated as a match`,
    };
  const hit = values[answers.indexOf("matches")];
  if (hit !== undefined) {
    const also = hit === value ? "" : `, also called "${hit}"`;
    return { reason: "matches", because: `${what} matches ${field} "${value}"${also}` };
  }
  const near = kind === "names" ? nearestName(value, names) : undefined;
  const hint = near === undefined ? "" : `; "${near}" is close, but names must match exactly`;
  return { reason: "matcher", because: `${what} does not match ${field} "${value}"${hint}` };
}

/**
 * C3: hooks in an agent's front matter apply inside that agent, and perhaps in those it starts; those of a skill or a command while it is in
 * use.
 */
function ownerIsActive(
  { origin }: ConfiguredHook,
  event: HookEvent,
  { activeSkills, activeCommands, callerTypes = [] }: MatchContext,
): boolean {
  const { scope, owner, command, needsTrust } = origin;
  if (command !== undefined)
    return activeCommands.has(commandKey({ name: command, needsTrust, ofPlugin: true }));
  if (owner === undefined || !isFrontMatter(origin)) return true;
  if (scope === "agent") {
    const isOnTools = event.definition.matchesOn === "tool_name";
    return agentTypesOf(event.input).includes(owner) || (isOnTools && callerTypes.includes(owner));
  }
  if (scope === "skill") return activeSkills.has(owner);
  return activeCommands.has(commandKey({ name: owner, needsTrust }));
}

/** Tells commands of the project, the user and a plugin with the same name apart. */
export const commandKey = ({ name, needsTrust, ofPlugin = false }: UsedCommand): string =>
  `${needsTrust} ${ofPlugin} ${name}`;

function conditionOf(hook: ConfiguredHook, event: HookEvent, context: MatchContext) {
  const { tool_input, cwd } = event.input;
  const { condition } = hook;
  if (!condition) return { holds: true, because: "no if" };
  const [first, ...others] = toolNamesOf(event.input).map((toolName) =>
    ifHolds(
      condition,
      { toolName, toolInput: (tool_input ?? {}) as Record<string, unknown> },
      { cwd: String(cwd), projectDirectory: context.projectDirectory, home: context.home },
    ),
  );
  return (
    others.find(({ holds }) => holds && !first?.holds) ?? first ?? { holds: false, because: "" }
  );
}
