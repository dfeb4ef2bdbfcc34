import type { JsonObject } from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";
import { events, isEventName } from "@snaphook/protocol";
import { decisionOf } from "./decision.ts";
import {
  isReplayed,
  noteFolder,
  type ReadRecord,
  type RecordingState,
  type ReplayedEvent,
} from "./recorded-event.ts";

/** Whether a record is a line of a trace (P15). */
export const isTraceRecord = ({ kind, event }: JsonObject): boolean =>
  (kind === "dispatch" || kind === "background" || kind === "answer") && typeof event === "string";

/** The event in a line of a trace, with the outcome it had. */
export function readTraceRecord(
  record: JsonObject,
  line: number,
  state: RecordingState,
): ReadRecord {
  const { version, kind, event: name, input, outcome } = record;
  if (version !== 1)
    return bad(`version ${JSON.stringify(version)} of the trace format is unknown`);
  if (kind !== "dispatch") return { is: "other" };
  if (!isEventName(String(name))) return bad(`unknown event ${JSON.stringify(name)}`);
  if (!isObject(input) || !isObject(outcome) || typeof outcome["action"] !== "string")
    return bad("the record has no input or no outcome");
  const session = String(record["session"] ?? "");
  const { session_id, cwd, ...rest } = input;
  const folders = noteFolder(state, session, cwd);
  const event = String(name);
  if (!isReplayed(event))
    return { is: "not-replayed", because: `${event}: only calls and prompts are replayed` };
  const { hook_event_name: _, transcript_path: __, ...fields } = rest;
  const wrong = missingField(fields, event);
  if (wrong !== undefined) return bad(`the input has no ${wrong}`);
  return {
    is: "events",
    events: [
      {
        file: state.file,
        line,
        session,
        event,
        fields,
        ...folders,
        recorded: decisionOf(outcome, outcome["rewrittenInput"]),
        decidedBy: idsOf(outcome["decidedBy"]),
        partialInput: isPartial([fields, outcome["rewrittenInput"]]),
      },
    ],
  };
}

function missingField(fields: JsonObject, event: ReplayedEvent): string | undefined {
  if (!events[event].isAboutTool)
    return typeof fields["prompt"] === "string" ? undefined : "prompt";
  if (typeof fields["tool_name"] !== "string") return "tool_name";
  return isObject(fields["tool_input"]) ? undefined : "tool_input";
}

const idsOf = (hooks: unknown): readonly string[] =>
  Array.isArray(hooks) ? hooks.flatMap((hook) => (isObject(hook) ? String(hook["id"]) : [])) : [];

/** Traces shorten long texts and remove secrets; both leave a mark. */
const cut = /…\[cut|"…":"\[cut|\[redacted\]/;

const isPartial = (value: unknown): boolean => cut.test(JSON.stringify(value));

const bad = (message: string): ReadRecord => ({
  is: "bad",
  message,
  advice: "a trace is what --trace writes; this line was not replayed",
});
