import { type Hooks, resultForModel, type ToolCallResult } from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";
import { mcpName } from "@snaphook/engine/rules";
import { spanAt } from "../messages/json-text.ts";
import {
  idText,
  type JsonMessage,
  refusalAnswer,
  type SingleMessage,
} from "../messages/message.ts";
import { lostNumber } from "../messages/numbers.ts";
import type { ClientQuestions } from "./ask-client.ts";
import {
  CallFailure,
  changedAnswer,
  failureText,
  isTaskReceipt,
  outputProblem,
  responseForHooks,
  textsForModel,
  withArguments,
} from "./call-result.ts";
import { failedGuards } from "./failed-guards.ts";
import type { JudgeCall } from "./permission.ts";
import { userTexts } from "./user-texts.ts";

export interface CallSurroundings {
  readonly hooks: Hooks;
  readonly serverName: string;
  /** Names for hooks and rules in place of `mcp__SERVER__TOOL`, by the server's name of the tool. */
  readonly toolNames?: ReadonlyMap<string, string>;
  readonly judge: JudgeCall;
  readonly questions: ClientQuestions;
  send(text: string): Promise<void>;
  /** Answers the client's request. */
  reply(text: string): void;
  /** Tells the user something. */
  report(text: string): void;
}

/** A tool call of the client, from its request to its answer. */
export interface RunningCall {
  /** Resolves when the messages after the request may be read: it was sent, it waits for a hook or a user, or it ended. */
  readonly sent: Promise<void>;
  /** Whether the server has the request. */
  isSent(): boolean;
  /** The server's answer. Resolves when the messages after it may be read. */
  answer(message: SingleMessage): Promise<void>;
  /** The client no longer waits. */
  cancel(): void;
  /** Resolves when the call ended. Never rejects. */
  readonly ended: Promise<void>;
}

/** The name and the input of a call; a text says why it cannot be one. */
export function readCall({ text, value }: SingleMessage): CalledTool | string {
  const params = isObject(value["params"]) ? value["params"] : {};
  const { name, arguments: input = {}, _meta: meta } = params;
  if (typeof name !== "string" || name === "") return "tools/call needs the name of a tool";
  if (!isObject(input)) return `the arguments of ${name} must be an object`;
  const span = spanAt(text, ["params", "arguments"]);
  const number = span && lostNumber(text.slice(span.start, span.end));
  if (number !== undefined)
    return `hooks cannot judge the number ${number.slice(0, 40)} exactly, so the call did not run; pass it as a text, or with fewer digits`;
  return { name, input, meta: isObject(meta) ? meta : {} };
}

export interface CalledTool {
  readonly name: string;
  readonly input: JsonMessage;
  readonly meta: JsonMessage;
}

/**
 * Puts a call through hooks, permission rules and, if necessary, a question to the user. The server gets the line of
 * the client, and the client that of the server, unless a hook changed it.
 */
export function runCall(
  request: SingleMessage,
  { name, input, meta }: CalledTool,
  around: CallSurroundings,
): RunningCall {
  const { hooks, serverName, questions } = around;
  const ownName = `mcp__${mcpName(serverName)}__${mcpName(name)}`;
  const tool = around.toolNames?.get(name) ?? ownName;
  const id = idText(request.text);
  const abort = new AbortController();
  const answered = Promise.withResolvers<SingleMessage>();
  answered.promise.catch(() => {});
  const sent = Promise.withResolvers<void>();
  const settled = Promise.withResolvers<void>();
  let isSent = false;
  // Later messages overtake this one only if a hook or the user takes time.
  const stopListening = hooks.on(({ type }) => {
    if (type !== "run-started") return;
    sent.resolve();
    if (isAnswered) settled.resolve();
  });
  let isAnswered = false;

  async function execute(used: JsonMessage): Promise<SingleMessage> {
    isSent = true;
    await around.send(used === input ? request.text : withArguments(request.text, used));
    sent.resolve();
    const message = await answered.promise;
    const failure = failureText(message, tool);
    if (failure !== undefined) throw new CallFailure(failure, message);
    return message;
  }

  const useId = meta["claudecode/toolUseId"];
  const call = {
    name: tool,
    input: input as Parameters<Hooks["tool"]>[0]["input"],
    id: typeof useId === "string" ? useId : `call_${JSON.parse(id)}`,
    fields: {
      mcp_server: { name: serverName, source: "gateway" },
      ...(tool === ownName ? {} : { mcp_tool_name: ownName }),
    },
  };
  const ended = hooks
    .tool(call, execute, {
      permission: async (used) => around.judge(tool, used, tool === ownName ? [] : [ownName]),
      appliesSettingsRules: true,
      signal: abort.signal,
      response: responseForHooks,
      validateOutput: outputProblem,
      beforeHooks: async (end) => {
        if (end.action !== "ran" || !isTaskReceipt(end.result)) return true;
        around.report(
          `${tool}: the server runs this call as a task, so hooks after the tool do not get its result`,
        );
        return false;
      },
      ...(questions.canAsk()
        ? {
            ask: (question) => {
              sent.resolve();
              return questions.ask(question);
            },
          }
        : {}),
    })
    .then(finish, (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      around.report(`${tool}: ${why}`);
      if (!abort.signal.aborted) around.reply(refusalAnswer(id, [`${whatIsKnown()}: ${why}`]));
    })
    .finally(() => {
      stopListening();
      sent.resolve();
      settled.resolve();
    });

  function whatIsKnown(): string {
    if (isAnswered) return "The server answered the call, but the answer cannot be passed on";
    return isSent ? "The call was sent, and it may have run" : "The call did not run";
  }

  function finish(done: ToolCallResult<SingleMessage>): void {
    for (const text of userTexts(done.messages)) around.report(text);
    if ("warnings" in done) for (const text of done.warnings) around.report(text);
    if (done.turn === "stop" && !abort.signal.aborted)
      around.report(
        `${tool}: a hook ended the turn, which no MCP server can do; the client continues`,
      );
    if (abort.signal.aborted) return;
    around.reply(answerFor(done));
  }

  function answerFor(done: ToolCallResult<SingleMessage>): string {
    const texts = textsForModel(done, hooks);
    const [guard] = failedGuards(hooks, done.outcomes);
    if (guard !== undefined) {
      const why = `the ${guard} failed, and its onFailure is "block"`;
      around.report(`${tool}: the output was withheld: ${why}`);
      return refusalAnswer(id, [`The call ran, and its output is withheld: ${why}`, ...texts]);
    }
    if (done.action === "ran")
      return changedAnswer(done.result, { output: done.updatedOutput, texts });
    if (done.action === "failed" && done.error instanceof CallFailure)
      return changedAnswer(done.error.answer, { texts });
    const { text } = resultForModel(done);
    if (done.action === "refused") around.report(`refused: ${tool}: ${text}`);
    return refusalAnswer(id, [text, ...texts]);
  }

  return {
    sent: sent.promise,
    isSent: () => isSent,
    answer(message) {
      isAnswered = true;
      answered.resolve(message);
      return settled.promise;
    },
    cancel() {
      abort.abort();
      answered.reject(new DOMException("the client cancelled the call", "AbortError"));
    },
    ended,
  };
}
