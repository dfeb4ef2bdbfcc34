import type { ConversationMessage } from "@snaphook/agent";
import type { EntryContent } from "../state/entry.ts";
import { toolEntry } from "../state/tool-entry.ts";

const maxEntries = 12;
const maxTextLength = 4000;

/** The end of a conversation that is continued, as parts of the screen. Texts for the model alone are left out. */
export function earlierEntries(
  messages: readonly ConversationMessage[],
  /** What the user typed, by the text that the model read for it; empty if that is not known. */
  typed: ReadonlyMap<string, string>,
  cwd: string,
): readonly EntryContent[] {
  const results = new Map(
    messages.flatMap(({ content }) =>
      [...content].flatMap((block) =>
        block.type === "tool_result" ? [[block.tool_use_id, block] as const] : [],
      ),
    ),
  );
  const entries = messages.flatMap((message): readonly EntryContent[] =>
    message.role === "user"
      ? message.content.flatMap((block) =>
          block.type === "text" ? promptEntries(block.text, typed) : [],
        )
      : message.content.flatMap((block): readonly EntryContent[] => {
          if (block.type === "text" && block.text !== "")
            return [{ kind: "answer", markdown: shortened(block.text) }];
          if (block.type !== "tool_use") return [];
          const { name, input } = block;
          const { content = "", is_error: isError = false } = results.get(block.id) ?? {};
          return [toolEntry({ name, input, ran: true, isError, text: content }, cwd)];
        }),
  );
  const left = entries.length - maxEntries;
  return left <= 0 ? entries : [notice(left), ...entries.slice(-maxEntries)];
}

function promptEntries(text: string, typed: ReadonlyMap<string, string>): readonly EntryContent[] {
  const prompt = typed.size > 0 ? typed.get(text) : isForModel(text) ? undefined : text;
  return prompt === undefined ? [] : [{ kind: "prompt", text: shortened(prompt) }];
}

const notice = (left: number): EntryContent => ({
  kind: "notice",
  level: "info",
  text: `… ${left} earlier parts of this conversation are not shown`,
});

/** What hooks and the agent add to prompts for the model. */
const isForModel = (text: string): boolean => /^<[a-z-]+[ >]/.test(text) && text.endsWith(">");

const shortened = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
