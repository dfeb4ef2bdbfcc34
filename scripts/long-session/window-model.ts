import { conversationProblems } from "../kill-run/check-conversation.ts";
import type { ContentBlock, Said } from "../messages-api/message-stream.ts";
import {
  type MessagesServer,
  type Refused,
  startMessagesServer,
} from "../messages-api/messages-server.ts";

export interface WindowModelOptions {
  readonly windowTokens: number;
  /** How many answers of the session's model there are, and how many prompts they are for. */
  readonly turns: number;
  readonly prompts: number;
  /** The file that each call reads. */
  readonly file: string;
}

/** What the model was asked. */
export interface WindowModel extends MessagesServer {
  /** The calls whose results each request for a summary had, in order. */
  readonly summaries: readonly (readonly number[])[];
  /** The calls whose results the last request had. */
  lastCalls(): readonly number[];
  /** How many answers were given. */
  answered(): number;
  /** The sizes of requests that were refused because they were too long, by what they were for. */
  readonly refused: readonly { readonly purpose: string; readonly tokens: number }[];
  /** What is not as it has to be. */
  readonly problems: readonly string[];
}

/**
 * A model with a window: a longer request is refused. It makes calls, with their number as id, and ends each prompt with
 * a text. A summary says which calls it covers, so that the next one can be compared with it.
 */
export async function startWindowModel(options: WindowModelOptions): Promise<WindowModel> {
  const { windowTokens, turns, prompts, file } = options;
  const turnsOfPrompt = Math.ceil(turns / prompts);
  const summaries: (readonly number[])[] = [];
  const refused: { purpose: string; tokens: number }[] = [];
  const problems: string[] = [];
  let answered = 0;
  let lastCalls: readonly number[] = [];

  function sumUp(request: string, calls: readonly number[]): ContentBlock {
    const last = summaries.length;
    if (last > 0 && !request.includes(summaryName(last)))
      problems.push(`summary ${last + 1} was asked for without summary ${last}`);
    summaries.push(calls);
    return { type: "text", text: `<summary>${summaryName(last + 1)}</summary>` };
  }

  function nextTurn(request: string, calls: readonly number[]): ContentBlock {
    if (summaries.length > 0 && !request.includes(summaryName(summaries.length)))
      problems.push(`answer ${answered} was asked for without summary ${summaries.length}`);
    lastCalls = calls;
    answered += 1;
    const isLast = answered % turnsOfPrompt === 0 || answered >= turns;
    if (isLast) return { type: "text", text: `Answer ${answered}.` };
    return {
      type: "tool_use",
      id: `toolu_${answered}`,
      name: "Read",
      input: { file_path: file },
    };
  }

  function answer(request: string, purpose: string): Said | Refused {
    const tokens = Math.ceil(request.length / 4);
    if (tokens > windowTokens) {
      refused.push({ purpose, tokens });
      return {
        status: 400,
        message: `prompt is too long: ${tokens} tokens > ${windowTokens} maximum`,
      };
    }
    const { messages, tools = [] } = JSON.parse(request);
    for (const problem of conversationProblems(messages))
      problems.push(`a provider refuses request ${answered} (${purpose}): ${problem}`);
    const calls = [...request.matchAll(/"tool_use_id":"toolu_(\d+)"/g)].map(([, id]) => Number(id));
    if (calls.length > 0 && tools.length === 0)
      problems.push(`a provider refuses request ${answered} (${purpose}): calls, but no tools`);
    const block = purpose === "compact" ? sumUp(request, calls) : nextTurn(request, calls);
    return { id: `msg_${purpose}_${answered}`, content: [block], inputTokens: tokens };
  }

  const server = await startMessagesServer(answer);
  return {
    ...server,
    summaries,
    refused,
    problems,
    lastCalls: () => lastCalls,
    answered: () => answered,
  };
}

export const summaryName = (number: number): string => `This is summary number ${number}.`;
