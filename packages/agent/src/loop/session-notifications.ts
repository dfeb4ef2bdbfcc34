import type { Message } from "@snaphook/engine";
import { brand, type Profile } from "@snaphook/protocol";
import { numberVariable } from "../number-variable.ts";
import type { Agent } from "./agent.ts";
import type { Emit } from "./agent-event.ts";
import type { CompleteOptions } from "./complete-options.ts";
import type { CurrentTurn } from "./current-turn.ts";
import type { NotificationType } from "./notification-type.ts";
import { createNotifications, type Notifications } from "./notifications.ts";

export interface SessionNotificationOptions {
  readonly options: CompleteOptions;
  readonly profile: Pick<Profile, "notificationsHeadless" | "notificationContext">;
  readonly dispatch: Agent["dispatch"];
  readonly emit: Emit;
  readonly turn: Pick<CurrentTurn, "stop">;
  /** Keeps context of hooks for the next request (G3). */
  keep(messages: readonly Message[]): void;
  readonly warn: (text: string) => void;
  readonly unwaited: Set<Promise<unknown>>;
}

/** The notifications of a session: how long a question or the session itself waits, and what answers of hooks do. */
export function sessionNotifications({
  options,
  profile: { notificationsHeadless, notificationContext },
  dispatch,
  emit,
  turn,
  keep,
  warn,
  unwaited,
}: SessionNotificationOptions): Notifications {
  const { clock, env, headless } = options;
  const waitMs = numberVariable(env, questionDelay, warn);
  const idleMs = numberVariable(env, idleDelay, warn);
  const fires = (type: NotificationType) =>
    !headless || notificationsHeadless === "all" || notificationsHeadless.includes(type);
  return createNotifications({
    clock,
    delay: (type) => (type === "idle_prompt" ? idleMs : waitMs),
    fires,
    dispatch,
    emit,
    apply(step) {
      const { context } = step.do === "continue" ? step.forModel : step.forLater;
      if (notificationContext === "next-request") keep(context);
      else
        for (const { hook } of context)
          warn(`${hook.label}: the additionalContext of a Notification hook has no effect`);
      if (step.do === "continue") return;
      if (!turn.stop(step.reason))
        warn(
          `continue: false of a Notification hook has no effect: no turn is running (${step.reason})`,
        );
    },
    unwaited,
  });
}

const questionDelay = {
  name: `${brand.environmentPrefix}QUESTION_NOTICE_MS`,
  default: 6000,
} as const;
const idleDelay = { name: `${brand.environmentPrefix}IDLE_NOTICE_MS`, default: 60_000 } as const;
