import type { JsonObject } from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";
import { mentionIntro } from "@snaphook/protocol";
import {
  noteFolder,
  type ReadRecord,
  type RecordedEvent,
  type RecordingState,
} from "./recorded-event.ts";

/** A record that belongs to the format, such as an answer, a summary or a notice. */
export const noEvent: ReadRecord = {
  is: "not-replayed",
  because: "answers, summaries and other records without a call or a prompt",
};
const toolResult: ReadRecord = { is: "not-replayed", because: "results of tools" };

/** Whether a record is a line of a transcript, ours or that of Claude Code. */
export const isTranscriptRecord = (record: JsonObject): boolean =>
  typeof record["type"] === "string" &&
  (isObject(record["message"]) || sessionOf(record) !== undefined);

const sessionOf = ({ session_id, sessionId }: JsonObject): string | undefined =>
  [session_id, sessionId].find((id) => typeof id === "string") as string | undefined;

/** The calls or the prompt in a line of a transcript. */
export function readTranscriptRecord(
  record: JsonObject,
  line: number,
  state: RecordingState,
): ReadRecord {
  const { type, message } = record;
  const session = sessionOf(record) ?? state.file;
  const folders = noteFolder(state, session, record["cwd"]);
  if (type !== "user" && type !== "assistant") return noEvent;
  const content = isObject(message) ? message["content"] : undefined;
  if (typeof content !== "string" && !Array.isArray(content))
    return bad(`the ${type} record has no message`);
  const base = { file: state.file, line, session, ...folders, partialInput: false };
  return type === "user"
    ? readPrompt(record, content, base)
    : readCalls(record, Array.isArray(content) ? content : [], base);
}

type Base = Omit<RecordedEvent, "event" | "fields">;

function readCalls(record: JsonObject, blocks: readonly unknown[], base: Base): ReadRecord {
  const calls = blocks.filter(isObject).filter(({ type }) => type === "tool_use");
  if (calls.length === 0) return noEvent;
  const wrong = calls.find(
    ({ name, input }) => typeof name !== "string" || name === "" || !isObject(input),
  );
  if (wrong) return bad("a tool call has no name, or its input is not an object");
  const { agentId } = record;
  const agent = typeof agentId === "string" ? { agent_id: agentId } : {};
  return {
    is: "events",
    events: calls.map(({ id, name, input }) => ({
      ...base,
      event: "PreToolUse" as const,
      fields: { ...agent, tool_name: name, tool_input: input, tool_use_id: String(id) },
    })),
  };
}

/** Texts that a host puts beside a prompt. */
const besidePrompt = [mentionIntro, "<hook ", "<ide_", "<system-reminder>"];

/** What the user typed that is no prompt: a slash command or a shell command. */
const typedCommand = /^<(?:command-(?:name|message)|bash-input)>/;

/** Output and notices that are stored as messages of the user. */
const notTyped =
  /^(?:<(?:local-command-|bash-std|task-notification)|\[Request interrupted by user)/;

function readPrompt(
  record: JsonObject,
  content: string | readonly unknown[],
  base: Base,
): ReadRecord {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const texts = blocks
    .filter(isObject)
    .flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []))
    .filter((text) => !besidePrompt.some((start) => text.startsWith(start)));
  const prompt = texts.join("\n");
  if (blocks.some((block) => isObject(block) && block["type"] === "tool_result")) return toolResult;
  if (prompt === "" || !isTyped(record) || notTyped.test(prompt)) return noEvent;
  if (record["isSidechain"] === true)
    return { is: "not-replayed", because: "prompts of subagents: no hook gets them as prompts" };
  if (typedCommand.test(prompt))
    return {
      is: "not-replayed",
      because: "slash commands and shell commands of the user: a transcript has only their text",
    };
  return {
    is: "events",
    events: [{ ...base, event: "UserPromptSubmit", fields: { prompt } }],
  };
}

/** Hosts store texts of their own as messages of the user, with a mark. */
function isTyped(record: JsonObject): boolean {
  const { synthetic, isMeta, isCompactSummary, isVisibleInTranscriptOnly, origin } = record;
  if ([synthetic, isMeta, isCompactSummary, isVisibleInTranscriptOnly].includes(true)) return false;
  return !isObject(origin) || origin["kind"] === undefined || origin["kind"] === "human";
}

const bad = (message: string): ReadRecord => ({
  is: "bad",
  message,
  advice: "the line was not replayed",
});
