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
]);

/** Keys of a tool's output that hooks rely on. */
const ofResponse = new Set(["stdout", "stderr", "interrupted", "filePath"]);

type Markers = (value: unknown) => readonly string[];
type Input = Readonly<Record<string, unknown>>;

/** The part of a hook's input that is compared: everything except optional keys and a host's own wording. */
export function comparedInput(input: unknown, markers: Markers): unknown {
  if (!isObject(input)) return input;
  const required = Object.entries(input).filter(([key]) => !optionalKeys.has(key));
  return Object.fromEntries(
    required.map(([key, value]) => [key, compared(key, value, input, markers)]),
  );
}

function compared(key: string, value: unknown, input: Input, markers: Markers): unknown {
  switch (key) {
    case "tool_response":
      return isObject(value) ? toolResponse(value) : markers(value);
    case "error":
      return isFixed(value, input) ? value : markers(value);
    case "tool_calls":
      return Array.isArray(value) ? value.length : value;
    case "agent_id":
      return "present";
    default:
      return value;
  }
}

const toolResponse = (response: Input): unknown =>
  Object.fromEntries(
    Object.entries(response)
      .filter(([key]) => ofResponse.has(key))
      .map(([key, value]) => [key, shortened(value)]),
  );

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
