import { openAgentSession, stopSignals } from "@snaphook/agent";
import { runAcp } from "@snaphook/agent/acp";
import { systemClock } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import manifest from "../../package.json" with { type: "json" };
import { checkTraceFile } from "../check-trace-file.ts";
import { checkFolder, pluginFolders } from "../load-hooks.ts";
import { printMessage } from "../print.ts";
import type { AgentFlags } from "./agent/agent-flags.ts";
import { modelOf } from "./agent/agent-model.ts";
import { planAgent } from "./agent/plan-agent.ts";

/** How long anything that is still running at the end may take to finish. */
const lingerMs = 500;

/** `acp`: the agent for editors, over the Agent Client Protocol on stdin and stdout. */
export async function acp(flags: AgentFlags): Promise<void> {
  const plan = planAgent(flags, []);
  const { trace } = plan.mode;
  checkFolder(plan.agent.cwd);
  checkTraceFile(trace);
  pluginFolders(plan.agent.pluginDirectories);
  const warn = (text: string) => printMessage(`${brand.command}: ${text}`);
  const { stop, release } = stopSignals(process, (code) => process.exit(code), {
    clock: systemClock,
    warn,
  });
  process.exitCode = await runAcp({
    open: openAgentSession,
    version: manifest.version,
    agent: { ...plan.agent, model: (settings) => modelOf(plan, settings) },
    ...(trace === undefined ? {} : { trace }),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    stop,
  });
  release();
  process.stdin.destroy();
  setTimeout(() => process.exit(), lingerMs).unref();
}
