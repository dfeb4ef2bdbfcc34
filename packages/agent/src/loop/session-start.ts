import { idleRules } from "../mcp/idle-rules.ts";
import { aborted } from "./aborted.ts";
import type { InputHandler } from "./handle-input.ts";
import type { SessionParts } from "./session-parts.ts";
import { warning } from "./warning.ts";

/** The start of a session, which inputs wait for. */
export interface SessionStarting {
  /** The events of the start, then the initial message of a hook, if there is one. */
  run(sendFirst: (text: string) => Promise<unknown>): Promise<void>;
  isRunning(): boolean;
  /** Resolves when that is done; false: the user interrupted while its hooks ran. */
  done(): Promise<boolean>;
  /** Resolves when its hooks, which the end of the session ends, have ended. */
  ended(): Promise<void>;
  /** Inputs that wait for hooks are not sent. The hooks continue. */
  interrupt(): void;
}

export function createStart(
  parts: Pick<SessionParts, "agent" | "changes" | "closing" | "mcp" | "options" | "watched">,
  handler: Pick<InputHandler, "start">,
): SessionStarting {
  const { agent } = parts;
  let interrupted = Promise.withResolvers<false>();
  let hooks: Promise<unknown> | undefined;
  let whole: Promise<unknown> | undefined;

  async function begin(): Promise<string | undefined> {
    await Promise.race([parts.mcp.connected(), aborted(parts.closing)]);
    if (parts.closing.aborted) return undefined;
    for (const text of idleRules(parts.mcp, agent.permissions)) agent.emit(warning(text));
    const first = await handler.start();
    await parts.watched.refresh();
    parts.changes.start();
    return first;
  }

  async function beginAndSend(sendFirst: (text: string) => Promise<unknown>): Promise<void> {
    const begun = begin().finally(() => {
      hooks = undefined;
    });
    hooks = begun;
    const first = await begun;
    if (first === undefined) return;
    if (parts.options.takesPrompts ?? true) await sendFirst(first);
    else
      agent.emit(
        warning(
          "the initialUserMessage of a SessionStart hook was not sent, because this session takes no prompts",
        ),
      );
  }

  return {
    async run(sendFirst) {
      const started = beginAndSend(sendFirst).finally(() => {
        whole = undefined;
      });
      whole = started;
      await started;
    },
    isRunning: () => whole !== undefined,
    async done() {
      // A failure is the result of `run`.
      const isBegun = Promise.resolve(hooks).then(isOver, isOver);
      if (!(await Promise.race([isBegun, interrupted.promise]))) return false;
      await Promise.resolve(whole).then(isOver, isOver);
      return true;
    },
    async ended() {
      await Promise.resolve(hooks).then(isOver, isOver);
    },
    interrupt() {
      interrupted.resolve(false);
      interrupted = Promise.withResolvers();
    },
  };
}

const isOver = (): boolean => true;
