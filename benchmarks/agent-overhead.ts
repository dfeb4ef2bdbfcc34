import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentSession, Model, ModelAnswer } from "@snaphook/agent";
import { interleave, median, percentile, type Row, timed } from "./measure.ts";
import { bareCall, hookCounts, settingsWith } from "./no-op-hooks.ts";

const usage = {
  input_tokens: 1,
  output_tokens: 1,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};
const answerOf = (content: ModelAnswer["content"]): ModelAnswer => ({
  id: "answer",
  model: "code",
  content,
  stopReason: "tool_use",
  usage,
});

/** A model in code: one call of `echo`, then a text. Measures the time from the first request to the second. */
function timingModel(): { readonly model: Model; took(): number } {
  let asked: number[] = [];
  return {
    took: () => {
      const [first = Number.NaN, second = Number.NaN] = asked;
      asked = [];
      return second - first;
    },
    model: {
      id: "code",
      async answer() {
        asked.push(performance.now());
        if (asked.length > 1) return answerOf([{ type: "text", text: "done" }]);
        const input = { command: "echo done" };
        return answerOf([
          { type: "tool_use", id: `toolu_${performance.now()}`, name: "Bash", input },
        ]);
      },
    },
  };
}

/**
 * The agent in this process, without HTTP: from one request to the next with a call of `echo`, alternating with the
 * bare processes.
 */
export async function agentOverhead(rounds: number): Promise<readonly Row[]> {
  const { openAgentSession } = await import("@snaphook/agent");
  const folder = mkdtempSync(join(tmpdir(), "agent-overhead-"));
  const sessions: AgentSession[] = [];
  const open = async (hooks: number) => {
    const timing = timingModel();
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
