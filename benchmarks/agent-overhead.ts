import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentSession } from "@snaphook/agent";
import { interleave, median, percentile, type Row, timed } from "./measure.ts";
import { bareCall, hookCounts, settingsWith } from "./no-op-hooks.ts";
import { timingModel } from "./timing-model.ts";

const echo = { name: "Bash", input: { command: "echo done" } };

/**
 * The agent in this process, without HTTP: from one request to the next with a call of `echo`, alternating with the
 * bare processes.
 */
export async function agentOverhead(rounds: number): Promise<readonly Row[]> {
  const { openAgentSession } = await import("@snaphook/agent");
  const folder = mkdtempSync(join(tmpdir(), "agent-overhead-"));
  const sessions: AgentSession[] = [];
  const open = async (hooks: number) => {
    const timing = timingModel(() => echo);
    const home = join(folder, `home-${hooks}`);
    const cwd = join(home, "project");
    mkdirSync(cwd, { recursive: true });
    const session = await openAgentSession({
      cwd,
      home,
      managedFile: join(folder, "absent.json"),
      settings: settingsWith(hooks),
      model: async () => timing.model,
      emit: () => {},
    });
    sessions.push(session);
    await session.start();
    return async () => {
      await session.prompt("go");
      return timing.took();
    };
  };
  try {
    const rows: Row[] = [];
    for (const count of hookCounts) {
      const call = await open(count);
      await call();
      const taken = await interleave(rounds, {
        bare: () => timed(() => bareCall(count, folder)),
        agent: call,
      });
      const [bare, agent] = [median(taken.bare), median(taken.agent)];
      rows.push([`${count} hooks`, agent, percentile(taken.agent, 95), bare, agent - bare]);
    }
    return rows;
  } finally {
    for (const session of sessions) await session.end("other");
    rmSync(folder, { recursive: true, force: true });
  }
}
