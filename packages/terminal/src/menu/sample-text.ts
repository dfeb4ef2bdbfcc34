import { matchedBy, matcherOf, matcherProblems } from "@snaphook/bench";
import {
  type EventName,
  events,
  inputForHooks,
  profileNamed,
  profiles,
  sampleInput,
  toolSeenAs,
} from "@snaphook/protocol";

type Fields = Readonly<Record<string, unknown>>;

/** Where an event is made up. */
export interface SampleWorld {
  readonly profile: string;
  readonly cwd: string;
  /** The tools of the session; empty: there is no session. */
  readonly tools: readonly string[];
}

/** The fields of an event as JSON, for the user to change: an example that the matcher selects. */
export function sampleText(event: EventName, pattern: string | undefined, world: SampleWorld) {
  const { isAboutTool, matchesOn, inputFields } = events[event];
  const value = selectedValue(event, pattern, world);
  const chosen = value === undefined ? {} : isAboutTool ? { tool: value } : {};
  const sample = sampleInput(event, { ...chosen, cwd: world.cwd });
  const fields = Object.fromEntries(
    inputFields.flatMap((name) => (name in sample ? [[name, sample[name]]] : [])),
  );
  const replaced =
    value === undefined || matchesOn === undefined || isAboutTool ? {} : { [matchesOn]: value };
  return JSON.stringify({ ...fields, ...replaced });
}

/** The first value that a matcher selects, preferably one that exists. */
function selectedValue(
  event: EventName,
  pattern: string | undefined,
  { profile, tools }: Pick<SampleWorld, "profile" | "tools">,
): string | undefined {
  const { isAboutTool, example, matchesOn, knownValues } = events[event];
  if (matchesOn === undefined) return undefined;
  const matcher = matcherOf(pattern, profile);
  const usual = String(example[matchesOn] ?? "");
  const known = [usual, ...(isAboutTool ? [...tools, ...knownValues] : knownValues)];
  // With a name that nothing has, the test shows that the hook does not run.
  const isDead = matcherProblems(event, pattern, profile, tools).length > 0;
  return matchedBy(event, matcher, known)[0] ?? (isDead ? undefined : matcher.names[0]);
}

/** The whole input as hooks get it, from the fields that the user wrote; a text says what is wrong with them. */
export function completeInput(
  event: EventName,
  text: string,
  { profile, cwd }: Pick<SampleWorld, "profile" | "cwd">,
): Fields | string {
  const fields = objectIn(text);
  if (typeof fields === "string") return fields;
  const view = profileNamed(profile) ?? profiles.reference;
  const { tool_name: tool } = fields;
  const named = typeof tool === "string" ? { tool_name: toolSeenAs(view, tool) } : {};
  const input = sampleInput(event, {
    ...(typeof tool === "string" ? { tool } : {}),
    fields: { ...fields, ...named },
    cwd,
  });
  const parsed = events[event].input.parse(input);
  if (!parsed.ok)
    return parsed.problems.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return inputForHooks(view, input);
}

function objectIn(text: string): Fields | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Fields;
    return "this is not a JSON object";
  } catch (error) {
    return `this is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
