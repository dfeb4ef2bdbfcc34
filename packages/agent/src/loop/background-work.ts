import type { Clock } from "@snaphook/engine/internal";
import type { BackgroundCommands } from "../tools/shell/background-commands.ts";
import type { Wakes } from "./interactive/wakes.ts";
import type { AgentReport, BackgroundAgents } from "./subagents/background-agents.ts";

/** Everything that runs while the conversation continues: agents, and commands of the main agent. */
export interface BackgroundWork {
  /** Resolves when an end can be reported: true, or false if nothing is running any more that is waited for. */
  ready(options?: WaitOptions): Promise<boolean>;
  /** What has ended since the last call. */
  take(): AgentReport | undefined;
}

interface WaitOptions {
  /** No input follows: a command that does not end by itself, such as a server, is not waited for. */
  readonly isLast?: boolean;
}

/** How long a session that has nothing else to do waits for a command in the background. */
const lastWaitMs = 3000;

export function backgroundWork(
  agents: Pick<BackgroundAgents, "ready" | "take">,
  commands: Pick<BackgroundCommands, "ready" | "take">,
  /** None in a headless run, which does not wait for hooks. */
  wakes: Wakes | undefined,
  clock: Clock,
): BackgroundWork {
  return {
    ready: ({ isLast = false } = {}) =>
      anyTrue([
        agents.ready(),
        isLast ? within(commands.ready(), clock) : commands.ready(),
        ...(wakes && !isLast ? [wakes.ready()] : []),
      ]),
    take() {
      const report = agents.take();
      if (report?.ofTeam) return report;
      const ended = commands
        .take()
        .map((text): AgentReport => ({ text, denials: [], ofTeam: false }));
      const woken = wakes?.take();
      const all = [report ?? [], ended, woken ?? []].flat();
      if (all.length === 0) return undefined;
      return {
        text: all.map(({ text }) => text).join("\n\n"),
        denials: all.flatMap(({ denials }) => denials),
        ofTeam: false,
        ...(woken && { isWake: true }),
      };
    },
  };
}

/** True as soon as one is, false when all are false. */
function anyTrue(answers: readonly Promise<boolean>[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  for (const answer of answers) answer.then((isTrue) => isTrue && resolve(true));
  void Promise.all(answers).then(() => resolve(false));
  return promise;
}

async function within(answer: Promise<boolean>, clock: Clock): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const cancel = clock.after(lastWaitMs, () => resolve(false));
  try {
    return await Promise.race([answer, promise]);
  } finally {
    cancel();
  }
}
