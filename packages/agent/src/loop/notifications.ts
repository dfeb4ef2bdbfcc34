import type { Clock } from "@snaphook/engine/internal";
import type { StepOf } from "../effects/effects.ts";
import type { Agent } from "./agent.ts";
import type { Emit } from "./agent-event.ts";
import type { AgentOptions, PermissionQuestion } from "./agent-options.ts";
import type { NotificationType } from "./notification-type.ts";

export interface Notice {
  readonly type: NotificationType;
  readonly message: string;
}

/** E19: fires Notification. It knows no mode: callers say what waits for the user, and until when. */
export interface Notifications {
  /**
   * Something waits for the user, who is notified once if it still does after a while; the returned function ends that.
   * A user who is active is notified of a question later, and of an idle session not at all.
   */
  waits(notice: Notice): () => void;
  /** Notifies the user at once. */
  now(notice: Notice): Promise<void>;
  /** The user pressed a key. */
  userIsActive(): void;
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
  readonly emit: Emit;
  /** Does what hooks answer. */
  apply(step: StepOf<"Notification">): void;
  /** Where hooks are noted that nothing waits for. */
  readonly unwaited: Set<Promise<unknown>>;
}

/** Something that waits for the user. */
interface Waiting {
  readonly notice: Notice;
  wasActive: boolean;
  cancel(): void;
}

const isIdle = ({ notice }: Waiting): boolean => notice.type === "idle_prompt";

export function createNotifications(options: NotificationOptions): Notifications {
  const { clock, delay, fires, dispatch, emit, apply, unwaited } = options;
  const waiting = new Set<Waiting>();
  let isOver = false;

  async function now(notice: Notice): Promise<void> {
    const { type, message } = notice;
    if (isOver || !fires(type)) return;
    emit({ type: "notification", notification: type, text: message });
    const step = await dispatch("Notification", { message, notification_type: type });
    // A hook that is cancelled with the session results in a stop that no hook asked for (P18).
    if (!isOver || step.do === "continue") apply(step);
  }

  function startTimer(one: Waiting): void {
    one.cancel = clock.after(delay(one.notice.type), () => timeIsUp(one), { idle: true });
  }

  function timeIsUp(one: Waiting): void {
    if (one.wasActive) {
      one.wasActive = false;
      startTimer(one);
      return;
    }
    // The question was notified of, or will be.
    const hasQuestion = [...waiting].some((other) => !isIdle(other));
    if (isIdle(one) && hasQuestion) return;
    const fired = now(one.notice).finally(() => unwaited.delete(fired));
    unwaited.add(fired);
  }

  return {
    now,
    waits(notice) {
      if (isOver || !fires(notice.type)) return () => {};
      const one: Waiting = { notice, wasActive: false, cancel() {} };
      startTimer(one);
      waiting.add(one);
      return () => {
        waiting.delete(one);
        one.cancel();
      };
    },
    userIsActive() {
      for (const one of waiting) {
        one.wasActive = true;
        if (isIdle(one)) one.cancel();
      }
    },
    close() {
      isOver = true;
      for (const { cancel } of waiting) cancel();
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
