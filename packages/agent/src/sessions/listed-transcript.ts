import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, makeFolder } from "@snaphook/engine/internal";
import type { ConversationMessage } from "../conversation/message.ts";
import type { AgentEvent } from "../loop/agent-event.ts";
import { parseRecord } from "./parse-record.ts";

/** The messages of a session where Claude Code keeps them, for programs that list and read sessions there. */
export interface ListedTranscript {
  add(event: AgentEvent, sessionId: string): void;
}

export interface ListedTranscriptOptions {
  /** The user's folder with settings. */
  readonly configFolder: string;
  readonly cwd: string;
  readonly version: string;
  readonly title?: string | undefined;
  /** What a session that continues began with. */
  readonly earlier: readonly ConversationMessage[];
  readonly clock: Pick<Clock, "date">;
  onEntry?(file: string, entry: object): void;
}

/** The folder of a directory, as Claude Code names it; a long name is cut. */
export const listedFolder = (configFolder: string, cwd: string): string =>
  join(configFolder, "projects", cwd.replace(/[^A-Za-z0-9]/g, "-").slice(0, 200));

export function createListedTranscript(options: ListedTranscriptOptions): ListedTranscript {
  const { configFolder, cwd, version, title, clock } = options;
  const folder = listedFolder(configFolder, cwd);
  let open: { readonly sessionId: string; readonly file: string; last: string | null } | undefined;
  /** The newest prompt, and what it follows. */
  let prompt: { readonly uuid: string; readonly parent: string | null } | undefined;
  let { earlier } = options;

  function opened(sessionId: string) {
    if (open?.sessionId === sessionId) return open;
    const file = join(folder, `${sessionId}.jsonl`);
    const isNew = !existsSync(file);
    open = { sessionId, file, last: isNew ? null : lastUuid(file) };
    makeFolder(folder);
    if (isNew && title !== undefined)
      write({ type: "custom-title", customTitle: title, sessionId });
    if (isNew) for (const message of earlier) addMessage(message.role, message, randomUUID());
    earlier = [];
    return open;
  }

  const write = (line: object) => {
    if (!open) return;
    appendFileSync(open.file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    options.onEntry?.(open.file, line);
  };

  function addMessage(type: string, message: object, uuid: string, more: object = {}): void {
    if (!open) return;
    write({
      parentUuid: open.last,
      isSidechain: false,
      userType: "external",
      cwd,
      sessionId: open.sessionId,
      version,
      type,
      message,
      ...more,
      uuid,
      timestamp: clock.date(),
    });
    open.last = uuid;
  }

  const addUser = (event: EventOf<"user">, sessionId: string) => {
    const { last: parent } = opened(sessionId);
    const { uuid = randomUUID(), synthetic, message } = event;
    if (!synthetic) prompt = { uuid, parent };
    addMessage("user", message, uuid, synthetic ? isMetaOf(event) : {});
  };

  const addAssistant = (event: EventOf<"assistant">, sessionId: string) => {
    opened(sessionId);
    const { id, model, message, stopReason, usage, uuid = randomUUID() } = event;
    const { content } = message;
    const about = { id, type: "message", role: "assistant", model, content };
    addMessage("assistant", { ...about, stop_reason: stopReason, usage }, uuid);
  };

  return {
    add(event, sessionId) {
      switch (event.type) {
        case "user":
          return addUser(event, sessionId);
        case "assistant":
          return addAssistant(event, sessionId);
        case "title":
          opened(sessionId);
          return write({ type: "custom-title", customTitle: event.title, sessionId });
        case "prompt-withdrawn":
          // The next message follows what the prompt followed, so that readers leave the prompt out.
          if (open && prompt?.uuid === event.prompt) open.last = prompt.parent;
      }
    },
  };
}

type EventOf<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

/** A text that the user did not type is not shown as theirs; results of tools are not marked. */
const isMetaOf = ({ message }: EventOf<"user">) =>
  message.content.some(({ type }) => type === "tool_result") ? {} : { isMeta: true };

/** The newest message of a file, which the next one follows. */
function lastUuid(file: string): string | null {
  const lines = readFileSync(file).toString().trimEnd().split("\n");
  for (const line of lines.reverse()) {
    const uuid = parseRecord(Buffer.from(line))?.["uuid"];
    if (typeof uuid === "string") return uuid;
  }
  return null;
}
