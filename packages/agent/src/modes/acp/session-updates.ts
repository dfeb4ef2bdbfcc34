import type { SessionUpdate, ToolCallContent } from "@agentclientprotocol/sdk";
import type { AgentEvent } from "../../loop/agent-event.ts";
import { createHookUpdates } from "./hook-updates.ts";
import { describeCall, resultContent, textContent } from "./tool-call.ts";

type Of<Type extends AgentEvent["type"]> = Extract<AgentEvent, { readonly type: Type }>;

export interface UpdateOptions {
  readonly cwd: string;
  /** The client shows notices; otherwise they are messages of the agent. */
  readonly showsNotices: boolean;
}

/** The updates of a session, event by event. */
export function createUpdates({ cwd, showsNotices }: UpdateOptions) {
  const hooks = createHookUpdates();
  /** Calls without a result yet, with their inputs. */
  const open = new Map<string, unknown>();
  let hasThoughts = false;

  /** A call is shown as soon as the model asks for it: an invalid one never starts. */
  function assistant({ message, agent }: Of<"assistant">): readonly SessionUpdate[] {
    const thoughts = hasThoughts || agent ? [] : message.content.flatMap(thoughtOf);
    hasThoughts = false;
    const calls = message.content.flatMap((block): readonly SessionUpdate[] => {
      if (block.type !== "tool_use") return [];
      open.set(block.id, block.input);
      return [
        {
          sessionUpdate: "tool_call",
          toolCallId: block.id,
          status: "pending",
          ...describeCall(block, cwd, agent),
        },
      ];
    });
    return [...thoughts, ...calls];
  }

  function started({ id, name, input, agent }: Of<"tool-started">): readonly SessionUpdate[] {
    const isKnown = open.has(id);
    open.set(id, input);
    const call = {
      toolCallId: id,
      status: "in_progress",
      ...describeCall({ name, input }, cwd, agent),
    } as const;
    // A file that a prompt mentions is read without a call of the model.
    return [{ sessionUpdate: isKnown ? "tool_call_update" : "tool_call", ...call }];
  }

  function ended(event: Of<"tool-ended">): readonly SessionUpdate[] {
    const { id, ran, isError, text, response } = event;
    open.delete(id);
    const content = ran && !isError ? resultContent(text, response) : [textContent(text)];
    return [endOf(id, isError, content, response)];
  }

  /** The results of calls that did not start: of an unknown tool, with a wrong input. */
  function user({ message }: Of<"user">): readonly SessionUpdate[] {
    return message.content.flatMap((block) => {
      if (block.type !== "tool_result" || !open.delete(block.tool_use_id)) return [];
      return [endOf(block.tool_use_id, block.is_error ?? false, [textContent(block.content)])];
    });
  }

  function part({ part }: Of<"answer-part">): readonly SessionUpdate[] {
    if (part.type !== "content_block_delta" || part.delta.type !== "thinking_delta") return [];
    hasThoughts = true;
    return [thought(part.delta.thinking)];
  }

  const notice = (level: "info" | "warning" | "error", text: string): SessionUpdate =>
    showsNotices
      ? { sessionUpdate: "notice", severity: level, title: text }
      : agentText(`\n\n${`${level}: ${text}`.replaceAll(/^/gm, "> ")}\n\n`);

  return (event: AgentEvent): readonly SessionUpdate[] => {
    switch (event.type) {
      case "text-delta":
        return event.agent || event.text === "" ? [] : [agentText(event.text)];
      case "answer-part":
        return event.agent ? [] : part(event);
      case "assistant":
        return assistant(event);
      case "user":
        return user(event);
      case "tool-started":
        return started(event);
      case "tool-ended":
        return ended(event);
      case "hook":
        return hooks.progress(event.progress);
      case "outcome":
        return hooks.outcome(event.outcome, [...open.values()]);
      case "notice":
        return [notice(event.level, event.text)];
      case "retry":
        return [notice("warning", `${event.reason}; asking the model again`)];
      case "compacting":
        return event.agent ? [] : [notice("info", "the conversation is being compacted")];
      default:
        return [];
    }
  };
}

const endOf = (
  id: string,
  isError: boolean,
  content: ToolCallContent[],
  response?: unknown,
): SessionUpdate => ({
  sessionUpdate: "tool_call_update",
  toolCallId: id,
  status: isError ? "failed" : "completed",
  content,
  ...(response === undefined ? {} : { rawOutput: response }),
});

export const agentText = (text: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
});

const thought = (text: string): SessionUpdate => ({
  sessionUpdate: "agent_thought_chunk",
  content: { type: "text", text },
});

export const thoughtOf = (block: {
  readonly type: string;
  readonly thinking?: string;
}): readonly SessionUpdate[] =>
  block.type === "thinking" && block.thinking ? [thought(block.thinking)] : [];
