import {
  type AgentContext,
  methods,
  RequestError,
  type SessionUpdate,
  type StopReason,
} from "@agentclientprotocol/sdk";
import { errorText } from "../../error-text.ts";
import type { AgentEvent, TurnResult } from "../../loop/agent-event.ts";
import type { AgentOptions } from "../../loop/agent-options.ts";
import type { AgentSession } from "../../loop/agent-session.ts";
import type { Prompt } from "../../loop/prompt.ts";
import { isPermissionMode } from "../../permissions/permissions.ts";
import { nextTurn } from "../next-turn.ts";
import type { OpenSession } from "../run-headless.ts";
import { createPromptQueue } from "../stream-json/prompt-queue.ts";
import { askClient } from "./ask-client.ts";
import { replay } from "./replay.ts";
import { sessionModes } from "./session-modes.ts";
import { createUpdates } from "./session-updates.ts";

export interface ClientSessionOptions {
  readonly open: OpenSession;
  readonly agent: Omit<AgentOptions, "emit">;
  readonly client: AgentContext;
  readonly showsNotices: boolean;
  /** Called with every event, beside the client. */
  readonly onEvent: (event: AgentEvent) => void;
  /** The session has ended by itself. */
  readonly onEnd: () => void;
}

/** A session that a client has opened. */
export interface ClientSession {
  readonly id: string;
  modes(): ReturnType<typeof sessionModes>;
  /** Sends the conversation so far. */
  replay(): Promise<void>;
  /** Fires the first events, then runs prompts. Updates wait until now: the client has to know the session. */
  begin(): void;
  prompt(prompt: Prompt): Promise<StopReason>;
  cancel(): void;
  setMode(mode: string): Promise<void>;
  end(): Promise<void>;
}

interface Request {
  readonly prompt: Prompt;
  resolve(reason: StopReason): void;
  reject(error: Error): void;
}

export async function openClientSession(options: ClientSessionOptions): Promise<ClientSession> {
  const { agent, client, onEvent } = options;
  /** Updates that wait for `begin`; undefined from then on. */
  let early: SessionUpdate[] | undefined = [];
  let id = "";
  let mode = "";
  const updates = createUpdates({ cwd: agent.cwd, showsNotices: options.showsNotices });
  const send = (update: SessionUpdate): Promise<void> | undefined => {
    if (early) early.push(update);
    // A client that is gone gets nothing; the end of the connection ends the session.
    else
      return client
        .notify(methods.client.session.update, { sessionId: id, update })
        .catch(() => {});
    return undefined;
  };
  const asking = {
    client,
    cwd: agent.cwd,
    get sessionId() {
      return id;
    },
  };
  const session: AgentSession = await options.open({
    ...agent,
    ask: (question) => askClient(asking)(question),
    emit(event) {
      onEvent(event);
      for (const update of updates(event)) void send(update);
      if (event.type === "tool-ended" || event.type === "result") sendState(event);
    },
  });
  id = session.id;
  mode = session.control.permissionMode();
  const queue = createPromptQueue();
  /** The requests whose prompts wait or run, in their order. */
  let requests: readonly Request[] = [];
  let ended: Promise<void> | undefined;
  let reason = "other";

  /** What has changed with a call or a turn: the list of tasks, the mode. */
  function sendState(event: AgentEvent): void {
    if (event.type === "tool-ended" && /^Task(?:Create|Update)$/.test(event.name) && !event.agent)
      void send({
        sessionUpdate: "plan",
        entries: session.control.taskList().map(({ subject, status }) => ({
          content: subject,
          status,
          priority: "medium",
        })),
      });
    sendMode();
  }

  function sendMode(): void {
    const current = session.control.permissionMode();
    if (current === mode) return;
    mode = current;
    void send({ sessionUpdate: "current_mode_update", currentModeId: current });
  }

  function sendCommands(): void {
    const availableCommands = session.control
      .describe()
      .commands.map(({ name, description, argumentHint }) => ({
        name,
        description,
        ...(argumentHint === "" ? {} : { input: { hint: argumentHint } }),
      }));
    void send({ sessionUpdate: "available_commands_update", availableCommands });
  }

  /** The request of the turn that starts; undefined for one that background agents began. */
  function takeRequest(): Request | undefined {
    const waiting = queue.waiting();
    const request = requests.find(({ prompt }) => !waiting.includes(prompt));
    requests = requests.filter((one) => one !== request);
    return request;
  }

  async function run(): Promise<void> {
    await session.start();
    sendCommands();
    const startNext = nextTurn(session, queue);
    let turn = await startNext();
    while (turn && (await runTurn(turn.result))) turn = await startNext();
  }

  /** Answers the request of a turn; false: the session ends. */
  async function runTurn(turn: Promise<TurnResult>): Promise<boolean> {
    const request = takeRequest();
    try {
      const result = await turn;
      answer(request, result);
      reason = result.endsSession ?? reason;
      return result.endsSession === undefined;
    } catch (error) {
      request?.reject(failure(errorText(error)));
      return true;
    }
  }

  function answer(request: Request | undefined, result: TurnResult): void {
    const failed = result.terminalReason === "api_error";
    if (failed) request?.reject(failure(result.errors.join("\n") || result.result));
    else request?.resolve(stopReason(result));
  }

  function end(): Promise<void> {
    // A second interrupt would end the SessionEnd hooks.
    if (ended) return ended;
    queue.end();
    session.interrupt();
    ended = session.end(reason);
    return ended;
  }

  return {
    id,
    modes: () => sessionModes(session),
    async replay() {
      for (const update of replay(session.control.conversation(), agent.cwd))
        await client.notify(methods.client.session.update, { sessionId: id, update });
    },
    begin() {
      const waiting = early ?? [];
      early = undefined;
      for (const update of waiting) void send(update);
      run()
        .catch((error: unknown) => {
          for (const request of requests) request.reject(failure(errorText(error)));
        })
        .finally(() => {
          for (const request of requests) request.resolve("cancelled");
          void end().catch(() => {});
          options.onEnd();
        });
    },
    prompt(given) {
      // An object of its own, even for the same text: the queue is compared by identity.
      const prompt = typeof given === "string" ? { text: given, media: [] } : given;
      const { promise, resolve, reject } = Promise.withResolvers<StopReason>();
      requests = [...requests, { prompt, resolve, reject }];
      queue.add(prompt);
      return promise;
    },
    cancel() {
      const dropped = queue.take(() => true);
      for (const request of requests.filter(({ prompt }) => dropped.includes(prompt)))
        request.resolve("cancelled");
      requests = requests.filter(({ prompt }) => !dropped.includes(prompt));
      session.interrupt();
    },
    async setMode(chosen) {
      const offered = sessionModes(session).availableModes.map((one) => one.id);
      if (!isPermissionMode(chosen) || !offered.includes(chosen))
        throw RequestError.invalidParams(
          undefined,
          `found the mode ${JSON.stringify(chosen)}, expected ${offered.join(", ")}`,
        );
      await session.setPermissionMode(chosen);
      mode = session.control.permissionMode();
    },
    end,
  };
}

/** An error with the message that the user reads. */
export const failure = (message: string): RequestError => new RequestError(-32603, message);

function stopReason({ terminalReason, stopReason: model, promptRefused }: TurnResult): StopReason {
  if (terminalReason.startsWith("aborted_")) return "cancelled";
  if (terminalReason === "max_turns" || terminalReason === "max_budget") return "max_turn_requests";
  if (promptRefused || model === "refusal") return "refusal";
  return model === "max_tokens" ? "max_tokens" : "end_turn";
}
