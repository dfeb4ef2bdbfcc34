import type { Message } from "@snaphook/engine";
import { brand, type Profile } from "@snaphook/protocol";
import { numberVariable } from "../number-variable.ts";
import type { Agent } from "./agent.ts";
import type { CompleteOptions } from "./complete-options.ts";
import type { CurrentTurn } from "./current-turn.ts";
import { createNotifications, type Notifications, type NotificationType } from "./notifications.ts";

export interface SessionNotificationOptions {
  readonly options: CompleteOptions;
  readonly profile: Pick<Profile, "notificationsHeadless">;
  readonly dispatch: Agent["dispatch"];
  readonly turn: Pick<CurrentTurn, "stop">;
  /** Keeps context of hooks for the next request (G3). */
  keep(messages: readonly Message[]): void;
  readonly warn: (text: string) => void;
  readonly unwaited: Set<Promise<unknown>>;
}

/** The notifications of a session: how long a question or the session itself waits, and what answers of hooks do. */
export function sessionNotifications({
  options,
  profile: { notificationsHeadless },
  dispatch,
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
    apply(step) {
      if (step.do === "continue") return keep(step.forModel.context);
      keep(step.forLater.context);
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
