import type { Scenario } from "./case.ts";

/** Keys that a host may add or omit. */
const optionalKeys = new Set([
  "prompt_id",
  "background_tasks",
  "session_crons",
  "duration_ms",
  "effort",
  "transcript_path",
  "session_title",
  "seconds_since_last_response",
  "context_tokens",
  "prompt_cache_likely_expired",
  "estimated_cache_write_usd",
  "mcp_server",
  "permission_suggestions",
  "source_detail",
  "agent_transcript_path",
  "compact_summary",
  "model",
  "prompt_cache_warm",
  "cache_ttl",
  "pricing",
  "agent_depth",
  "parent_agent_id",
  "stop_hook_blocks",
  "stop_hook_block_cap",
]);

/** Keys of a tool's output that hooks rely on. */
const ofResponse = new Set(["stdout", "stderr", "interrupted", "filePath"]);

/** What a scenario wants compared beyond the usual; see case.ts. */
export type Kept = Pick<Scenario, "keepKeys" | "keepResponse" | "markKeys">;

type Markers = (value: unknown) => readonly string[];
type Input = Readonly<Record<string, unknown>>;

/** The part of a hook's input that is compared: everything except optional keys and a host's own wording. */
export function comparedInput(input: unknown, markers: Markers, kept: Kept = {}): unknown {
  if (!isObject(input)) return input;
  const { keepKeys = [] } = kept;
  const compare = Object.entries(input).filter(
    ([key]) => !optionalKeys.has(key) || keepKeys.includes(key),
  );
  return Object.fromEntries(
    compare.map(([key, value]) => [key, compared(key, value, input, markers, kept)]),
  );
}

function compared(
  key: string,
  value: unknown,
  input: Input,
  markers: Markers,
  { markKeys = [], keepResponse = [] }: Kept,
): unknown {
  if (optionalKeys.has(key)) return inBrief(value, markers);
  if (markKeys.includes(key)) return markers(value);
  switch (key) {
    case "tool_response":
      return isObject(value) ? toolResponse(value, keepResponse, markers) : markers(value);
    case "error":
      return isFixed(value, input) ? value : markers(value);
    case "tool_calls":
      return Array.isArray(value) ? value.length : value;
    case "agent_id":
    case "turn_id":
    case "message_id":
      return "present";
    default:
      return value;
  }
}

const toolResponse = (response: Input, further: readonly string[], markers: Markers): unknown =>
  Object.fromEntries(
    Object.entries(response)
      .filter(([key]) => ofResponse.has(key) || further.includes(key))
      .map(([key, value]) => [
        key,
        ofResponse.has(key) || typeof value !== "object"
          ? shortened(value)
          : inBrief(value, markers),
      ]),
  );

/** A value without a host's own words: whether a text is a path, else its markers; of an object only the keys. */
function inBrief(value: unknown, markers: Markers): unknown {
  if (typeof value === "string") return value.includes("/") ? "path" : markers(value);
  if (Array.isArray(value)) return { count: value.length, says: markers(value) };
  return isObject(value) ? Object.keys(value).sort() : value;
}

/** Only the start of a long output without a marker: hosts may differ in how much of it they keep. */
const shortened = (value: unknown): unknown =>
  typeof value === "string" && value.length > 260 && !/ORC|hook/i.test(value)
    ? `${value.slice(0, 80)}… [built-in text]`
    : value;

/** Whether an error is not in a host's own words: the kind of a StopFailure, and a command's exit code and output. */
const isFixed = (error: unknown, input: Input): boolean =>
  input["hook_event_name"] === "StopFailure" || /^Exit code \d+\nORC_/.test(String(error));

const isObject = (value: unknown): value is Input =>
  typeof value === "object" && value !== null && !Array.isArray(value);
