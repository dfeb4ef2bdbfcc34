import type { AgentQuestion } from "@snaphook/engine/internal";
import type { ToolUseBlock, UserBlock } from "../conversation/message.ts";
import { type CallEnd, notRun } from "../effects/call-end.ts";
import { textBlock } from "../effects/hook-text.ts";
import { noInstructions } from "../instructions/load-instructions.ts";
import { answerProblem, answerTool } from "../model/hook-agent/structured-output.ts";
import type { HookAgentTools } from "../model/hook-agent.ts";
import { endBackgroundCommands } from "../tools/shell/background-commands.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { Agent } from "./agent.ts";
import type { Emit, PermissionDenial } from "./agent-event.ts";
import { runInGroups, toolResult } from "./call-tools.ts";

/** Tools that speak to others, or change the main agent's list of tasks, its hooks or its folder. */
const withheld: readonly string[] = [
  "Agent",
  "TaskCreate",
  "TaskUpdate",
  "TaskList",
  "TaskGet",
  "SendMessage",
  "Skill",
  "EnterWorktree",
  "ExitWorktree",
  // The main agent's; an agent hook has one of its own.
  answerTool,
];

export interface AgentHookToolsOptions {
  /** The agent whose event the hook runs for. */
  readonly main: Agent;
  /** Fires events with an id of their own (E23). */
  readonly dispatcher: Pick<Agent, "dispatch" | "dispatchCall" | "hooks">;
  /** Where refused calls are listed. */
  readonly denials: PermissionDenial[];
}

/**
 * H3: the session's tools for one agent hook. Its calls take the same path as the main agent's (E23): errors,
 * hooks, permissions, the tool, hooks. They are judged in `dontAsk` mode, and nothing outside the project is
 * read except the transcript.
 */
export function agentHookTools(
  { main, dispatcher, denials }: AgentHookToolsOptions,
  { transcriptPath }: Pick<AgentQuestion, "transcriptPath">,
): HookAgentTools {
  const { ask: _, ...options } = main.options;
  const permissions = main.permissions.forAgentHook(
    transcriptPath === undefined ? [] : [transcriptPath],
  );
  const cwd = main.context.cwd();
  const context: ToolContext = {
    ...main.context,
    cwd: () => cwd,
    changeDirectory() {},
    // Files that this agent reads do not count as read by the main agent.
    memory: new Map(),
    mayRead: (path) => permissions.mayRead(path, cwd),
    needsApproval: (path, searched) => permissions.needsApproval(path, searched, cwd),
  };
  const tools = new Map(
    [...main.tools].filter(([name, { needsUser }]) => !needsUser && !withheld.includes(name)),
  );
  const emit: Emit = (event) => {
    if (!eventsOfMain.includes(event.type)) main.emit(event);
  };
  const agent: Agent = {
    ...main,
    ...dispatcher,
    purpose: "hook-agent",
    tools,
    context,
    permissions,
    options,
    emit,
    // They are for the work, not for judging it.
    instructionsFor: async () => noInstructions,
  };
  return {
    descriptions: [...tools.values()],
    call: (calls, signal) => results(agent, calls, denials, signal),
    async close() {
      await endBackgroundCommands(context);
    },
  };
}

/** They would show the call as one of the main agent's. */
const eventsOfMain: readonly Parameters<Emit>[0]["type"][] = [
  "tool-started",
  "tool-not-started",
  "tool-ended",
];

async function results(
  agent: Agent,
  calls: readonly ToolUseBlock[],
  denials: PermissionDenial[],
  signal: AbortSignal,
): Promise<readonly UserBlock[]> {
  const real = calls.filter(({ name }) => name !== answerTool);
  const made = await runInGroups(agent, real, { denials }, signal);
  const ends = calls.map((call) => made[real.indexOf(call)] ?? wrongAnswer(call));
  const ended = ends.map(({ next }) => next).find((next) => next.do !== "continue");
  if (ended)
    throw new DOMException(
      `a hook ended the agent${"reason" in ended ? `: ${ended.reason}` : ""}`,
      "AbortError",
    );
  return [
    ...calls.map((call, index) => toolResult(call, ends[index])),
    ...ends.flatMap(({ context, messages }) => [
      ...context,
      ...messages.map((message) => textBlock(message.text)),
    ]),
  ];
}

const wrongAnswer = ({ input }: ToolUseBlock): CallEnd =>
  notRun(`this is not a valid answer: ${answerProblem(input)}`);
