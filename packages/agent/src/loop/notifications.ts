import type { Clock } from "@snaphook/engine/internal";
import type { StepOf } from "../effects/effects.ts";
import type { Agent } from "./agent.ts";
import type { AgentOptions, PermissionQuestion } from "./agent-options.ts";

/** What the user is notified about (E7). There is no `auth_success`: this agent has no login. */
export type NotificationType =
  | "permission_prompt"
  | "idle_prompt"
  | "elicitation_dialog"
  | "elicitation_response";

export interface Notice {
  readonly type: NotificationType;
  readonly message: string;
}

/** E19: fires Notification. It knows no mode: callers say what waits for the user, and until when. */
export interface Notifications {
  /** Something waits for the user, who is notified if it still does after a while; the returned function ends that. */
  waits(notice: Notice): () => void;
  /** Notifies the user at once. */
  now(notice: Notice): Promise<void>;
  /** The session ends: nothing more is fired. */
  close(): void;
}

export interface NotificationOptions {
  readonly clock: Pick<Clock, "after">;
  /** How long something waits before the user is notified, in milliseconds. */
  delay(type: NotificationType): number;
  /** Section 12 of the contract: whether the session fires it. */
  fires(type: NotificationType): boolean;
  readonly dispatch: Agent["dispatch"];
  /** Does what hooks answer. */
  apply(step: StepOf<"Notification">): void;
  /** Where hooks are noted that nothing waits for. */
  readonly unwaited: Set<Promise<unknown>>;
}

export function createNotifications(options: NotificationOptions): Notifications {
  const { clock, delay, fires, dispatch, apply, unwaited } = options;
  const waiting = new Set<() => void>();
  let isOver = false;

  async function now({ type, message }: Notice): Promise<void> {
    if (isOver || !fires(type)) return;
    const step = await dispatch("Notification", { message, notification_type: type });
    // A hook that is cancelled with the session results in a stop that no hook asked for (P18).
    if (!isOver || step.do === "continue") apply(step);
  }

  return {
    now,
    waits(notice) {
      if (isOver || !fires(notice.type)) return () => {};
      const cancel = clock.after(
        delay(notice.type),
        () => {
          waiting.delete(cancel);
          const fired = now(notice).finally(() => unwaited.delete(fired));
          unwaited.add(fired);
        },
        { idle: true },
      );
      waiting.add(cancel);
      return () => {
        waiting.delete(cancel);
        cancel();
      };
    },
    close() {
      isOver = true;
      for (const cancel of waiting) cancel();
      waiting.clear();
    },
  };
}

/** Asks, and notifies the user if the question waits too long. */
export const notifyingAsk =
  (
    ask: NonNullable<AgentOptions["ask"]>,
    notifications: Pick<Notifications, "waits">,
  ): NonNullable<AgentOptions["ask"]> =>
  async (question) => {
    const answered = notifications.waits({
      type: "permission_prompt",
      message: messageFor(question),
    });
    try {
      return await ask(question);
    } finally {
      answered();
    }
  };

function messageFor({ call: { name } }: PermissionQuestion): string {
  if (name === "ExitPlanMode") return "A plan needs your approval";
  return name === "AskUserQuestion"
    ? "A question needs your answer"
    : `${name} needs your permission`;
}
