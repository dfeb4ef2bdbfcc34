import { dirname, join } from "node:path";
import { unknownTool } from "@snaphook/engine/rules";
import { createConversation } from "../../conversation/conversation.ts";
import { createOutcomeReporter } from "../../effects/report-outcomes.ts";
import { noInstructions } from "../../instructions/load-instructions.ts";
import type { PermissionMode } from "../../permissions/permissions.ts";
import { stricterMode } from "../../permissions/stricter-mode.ts";
import { agentPrompt } from "../../prompt/system-prompt.ts";
import { openTranscript, type Transcript } from "../../sessions/open-transcript.ts";
import type { AgentDefinition } from "../../subagents/agent-definition.ts";
import { namesTool, toolsOfAgent } from "../../subagents/agent-tools.ts";
import { tasksOf } from "../../tools/tasks/task-store.ts";
import type { ToolContext } from "../../tools/tool.ts";
import type { Agent } from "../agent.ts";
import type { AgentRef, PermissionDenial } from "../agent-event.ts";
import { elicitationHandler } from "../answer-elicitation.ts";
import { createCurrentTurn } from "../current-turn.ts";
import { taskDecisions } from "../decide-task.ts";
import { recordEvents } from "../record-events.ts";
import type { Member } from "../teams/member.ts";
import { teammateParts } from "../teams/teammate-parts.ts";
import { warning } from "../warning.ts";
import type { Caller, SubagentHost } from "./subagent-host.ts";

/** A subagent that is about to run. */
export interface NewSubagent {
  readonly ref: AgentRef;
  readonly definition: AgentDefinition;
  readonly caller: Caller;
  readonly denials: PermissionDenial[];
  /** Its caller does not wait for it, and a stop of the caller's turn does not end it. */
  readonly inBackground: boolean;
  /** Set for a teammate; a call may make its permission mode stricter. */
  readonly teammate?: { readonly member: Member; readonly mode: PermissionMode | undefined };
  runAgent(agent: Agent): NonNullable<ToolContext["runAgent"]>;
}

export interface CreatedSubagent {
  readonly agent: Agent;
  readonly transcript: Transcript;
  /** It has ended: hooks of skills that wait for that apply now. */
  ended(): void;
}

/** Where the transcript of a subagent is (E21). */
const subagentFolder = (mainTranscript: string): string =>
  join(dirname(mainTranscript), "subagents");

/**
 * Makes a subagent: the caller's model, tools and rules, as far as its definition allows them, with its own
 * conversation, transcript and directory. Its events go through the same dispatcher as all others (E23).
 */
export async function createSubagent(
  host: SubagentHost,
  { ref, definition, caller, denials, inBackground, teammate, runAgent }: NewSubagent,
): Promise<CreatedSubagent> {
  const { options, state } = host;
  const main = caller.agent;
  const mark = main.hookMark;
  const transcript = await openTranscript({
    folder: subagentFolder(state.transcript.path),
    sessionId: `agent-${ref.id}`,
    fresh: true,
    clock: options.clock,
    stamp: { session_id: state.transcript.sessionId, agent_id: ref.id },
  });
  const emit = recordEvents(
    () => transcript,
    (event) => host.emit({ ...event, agent: ref }),
  );
  const warn = (text: string) => emit(warning(text));
  const conversation = createConversation();
  const mode = () => stricterMode(modeOf(definition, main.permissions.mode()), teammate?.mode);
  const team = teammate && teammateParts(host.team, teammate.member, definition);
  const permissions = main.permissions.inMode(mode);
  const turn = createCurrentTurn();
  const skills = host.skills.forSubagent();
  turn.begin(denials);
  const cwd = main.context.cwd();
  const context: ToolContext = {
    ...main.context,
    // A `cd` ends with its command, and the caller's `cd` does not move a subagent.
    cwd: () => cwd,
    changeDirectory() {},
    worktree: undefined,
    runAgentApart: undefined,
    // Files that it reads do not count as read by its caller; the list of tasks is the session's.
    memory: new Map<string, unknown>([["tasks", tasksOf(main.context.memory)]]),
    mayRead: (path) => permissions.mayRead(path, cwd),
    needsApproval: (path, searched) => permissions.needsApproval(path, searched, cwd),
    decideTask: (...task) => decideTask(...task),
    elicit: (...question) => elicit(...question),
    runAgent: (...task) => runAgent(agent)(...task),
    runSkill: (...call) => skills.run(agent, turn)(...call),
    ...(team ? team.context : { sendMessage: undefined, teammate: undefined }),
  };
  const hooks = host.scope(context, {
    agentId: ref.id,
    agentType: ref.type,
    callerTypes: caller.types,
    permissionMode: mode,
    conversation: conversation.messages,
    fields: () => ({ agent_depth: ref.depth, parent_agent_id: caller.id, ...team?.fields() }),
  });
  // Texts of background hooks go to the main agent.
  const reporter = createOutcomeReporter(emit, () => ({ takeLateMessages: () => [] }), mark);
  const dispatcher = host.dispatcherFor(() => hooks, reporter.report);
  const { dispatch } = dispatcher;
  const decideTask = taskDecisions(dispatch, turn, team?.taskFields);
  const elicit = elicitationHandler({
    dispatch,
    stopTurn: (reason) => void turn.stop(reason),
    notifications: host.notifications,
    ask: options.askElicitation,
    headless: options.headless,
    warn,
  });
  const { maxTurns: _, ...common } = main.options;
  const { maxTurns, prompt } = definition;
  const date = options.clock.date().slice(0, "2026-01-31".length);
  const agent: Agent = {
    ...main,
    ...dispatcher,
    purpose: "subagent",
    agentRef: ref,
    interruptTurn() {},
    system: async () =>
      agentPrompt([prompt, ...(team ? [team.prompt] : [])].join("\n\n"), {
        date,
        platform: process.platform,
        model: main.model.id,
        cwd,
        additionalDirectories: options.additionalDirectories ?? [],
        permissionMode: mode(),
        hookMark: mark,
        canAsk: options.ask !== undefined,
      }),
    conversation,
    tools: toolsOfAgent(main.tools, definition, ref.depth, teammate && "teammate"),
    structured: undefined,
    display: undefined,
    context,
    permissions,
    options: { ...common, ...(maxTurns === undefined ? {} : { maxTurns }) },
    emit,
    // Those of the session, which a subagent does not load again.
    loadInstructions: async () =>
      (definition.instructions === false ? undefined : state.instructions) ?? nothingToRead,
    instructionsFor: nothingToRead.forFile,
    hooks: () => hooks,
    takeLater: () => [...reporter.takeLater(), ...(team?.takeMail() ?? [])],
    reportLate: reporter.reportLate,
    isWoken: reporter.isWoken,
    fireStop: (input, fireOptions) =>
      dispatcher.dispatch(
        "SubagentStop",
        {
          ...input,
          agent_id: ref.id,
          agent_type: ref.type,
          agent_transcript_path: transcript.path,
        },
        fireOptions,
      ),
    async checkpoint() {
      const outer = await main.checkpoint();
      const own = turn.checkpoint();
      return own.do === "stop" || inBackground ? own : outer;
    },
  };
  const ofServers = definition.disallowedTools?.filter((name) => name.startsWith("mcp__")) ?? [];
  for (const name of [...(definition.tools ?? []), ...ofServers])
    if (
      ![...main.tools.values()].some((tool) => namesTool(name, tool, "remove")) &&
      !unknownTool(name)
    )
      warn(`the agent ${definition.name} names a tool ${name}, which its caller does not have`);
  return { agent, transcript, ended: () => skills.ended(agent) };
}

const nothingToRead = { ...noInstructions, forFile: async () => noInstructions };

/** Modes that a definition cannot loosen: the session chose them for everything. */
const kept: readonly PermissionMode[] = ["plan", "auto", "dontAsk", "bypassPermissions"];

const modeOf = ({ permissionMode }: AgentDefinition, caller: PermissionMode): PermissionMode =>
  permissionMode === undefined || kept.includes(caller) ? caller : permissionMode;
