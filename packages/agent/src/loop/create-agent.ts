import { randomUUID } from "node:crypto";
import type { Hooks } from "@snaphook/engine";
import { type AgentQuestion, processStarter } from "@snaphook/engine/internal";
import { hasTeams, profileNamed } from "@snaphook/protocol";
import type { SlashCommand } from "../commands/slash-command.ts";
import { autoCompactLimit } from "../compaction/auto-compact-limit.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { createDispatcher } from "../effects/dispatch.ts";
import { textBlock } from "../effects/hook-text.ts";
import { createOutcomeReporter } from "../effects/report-outcomes.ts";
import { type Instructions, noInstructions } from "../instructions/load-instructions.ts";
import type { McpServers } from "../mcp/mcp-servers.ts";
import type { HookAgentTools } from "../model/hook-agent.ts";
import type { SwitchableModel } from "../model/switchable-model.ts";
import { numberVariable } from "../number-variable.ts";
import type { SessionStyle } from "../output-styles/session-style.ts";
import type { Permissions } from "../permissions/permissions.ts";
import { whyNoPlanMode } from "../permissions/why-no-plan-mode.ts";
import { sessionPrompt } from "../prompt/session-prompt.ts";
import type { Transcript } from "../sessions/open-transcript.ts";
import type { AgentDefinition } from "../subagents/agent-definition.ts";
import { toolsOfAgent } from "../subagents/agent-tools.ts";
import { backgroundCommands } from "../tools/shell/background-commands.ts";
import { maxOutputLength } from "../tools/shell/max-output-length.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import { agentsApart } from "../worktrees/agents-apart.ts";
import { sessionWorktree } from "../worktrees/session-worktree.ts";
import { createWorktrees } from "../worktrees/worktrees.ts";
import type { Agent } from "./agent.ts";
import type { Emit } from "./agent-event.ts";
import { agentHookTools } from "./agent-hook-tools.ts";
import { elicitationHandler } from "./answer-elicitation.ts";
import type { CompleteOptions } from "./complete-options.ts";
import { type ConfigChanges, configChanges } from "./config-changes.ts";
import type { CurrentTurn } from "./current-turn.ts";
import { taskDecisions } from "./decide-task.ts";
import { answerDisplay } from "./display-answer.ts";
import { hookMark } from "./hook-mark.ts";
import { type Notifications, notifyingAsk } from "./notifications.ts";
import { sessionNotifications } from "./session-notifications.ts";
import type { SessionState } from "./session-parts.ts";
import { sessionPermissions } from "./session-permissions.ts";
import { sessionTools } from "./session-tools.ts";
import { sessionWall } from "./session-wall.ts";
import { createSessionSkills, type SessionSkills } from "./skills/session-skills.ts";
import { createStructuredAnswer } from "./structured-answer.ts";
import {
  type BackgroundAgents,
  createBackgroundAgents,
  type SessionAgents,
} from "./subagents/background-agents.ts";
import { startSubagents } from "./subagents/start-subagents.ts";
import type { SubagentHost } from "./subagents/subagent-host.ts";
import { callEnds } from "./teams/call-ends.ts";
import { createTeam } from "./teams/team.ts";
import { toolContext } from "./tool-context.ts";
import { warning } from "./warning.ts";
import { type WatchedFiles, watchedFiles } from "./watched-files.ts";

export interface AgentParts {
  readonly options: CompleteOptions;
  /** The hooks of the whole session. */
  readonly hooks: Hooks;
  readonly model: SwitchableModel;
  readonly conversation: Conversation;
  /** The folder for the session's own files. */
  readonly sessionFolder: string;
  readonly state: SessionState;
  readonly turn: CurrentTurn;
  /** The state of the repository, for the system prompt. */
  readonly git: Promise<string | undefined>;
  /** None where hooks are only tried. */
  readonly mcp?: McpServers;
  /** The names of all configured MCP servers, started or not. */
  readonly serverNames?: readonly string[];
  readonly emit: Emit;
  loadInstructions(): Promise<Instructions>;
  /** The kinds of agents that can be started. Default: none. */
  readonly agents?: readonly AgentDefinition[];
  /** The output style in use. Default: none. */
  readonly style?: SessionStyle;
  /** The skills and commands that the model may be given. Default: none. */
  readonly skills?: readonly SlashCommand[];
}

/** The main agent of a session, the watch on its settings, and the tools of its agent hooks. */
export interface CreatedAgent {
  readonly agent: Agent;
  readonly changes: ConfigChanges;
  readonly notifications: Notifications;
  readonly watched: WatchedFiles;
  readonly worktree: { end(): Promise<readonly string[]> };
  readonly subagents: SessionAgents;
  readonly skills: SessionSkills;
  openHookTools(question: AgentQuestion): HookAgentTools;
}

/**
 * Makes the main agent: its tools and their context, its permissions, and the hooks scoped to it. Nothing
 * runs yet.
 */
export async function createAgent(parts: AgentParts): Promise<CreatedAgent> {
  const { options, hooks: sessionHooks, model, conversation, turn, emit } = parts;
  const warn = (text: string) => emit(warning(text));
  const profile = profileNamed(sessionHooks.profile);
  if (!profile) throw new Error(`unknown profile ${sessionHooks.profile}`);
  const { start } = processStarter({
    spawn: options.spawn,
    clock: options.clock,
    env: options.env,
  });
  const wall = sessionWall({
    options,
    hooks: sessionHooks,
    start,
    sessionFolder: parts.sessionFolder,
    mayChangeAll: () => permissions.mode() === "bypassPermissions",
    warn,
  });
  const context: ToolContext = toolContext({
    options,
    hooks: sessionHooks,
    model,
    sessionFolder: parts.sessionFolder,
    wall,
    start,
    mayRead: (path) => permissions.mayRead(path, context.cwd()),
    decideTask: (...task) => decideTask(...task),
    runAgent: (...task) =>
      startSubagents(subagents, { agent, depth: 0, types: [options.mainAgent ?? []].flat() })(
        ...task,
      ),
    planMode: {
      whyNotEnter: () => whyNoPlanMode(permissions.mode()),
      isOn: () => permissions.mode() === "plan",
      async enter() {
        const update = { type: "setMode", mode: "plan", destination: "session" } as const;
        for (const text of await permissions.update([update])) warn(text);
      },
      leave: async () => permissions.leavePlanMode(),
    },
    runSkill: (...call) => skills.forMain(agent, turn)(...call),
    emit,
    beforeEdit: async (path) => parts.state.checkpoints?.keep(path),
    sendMessage: (message) => team.send(message),
    runAgentApart: (...task) =>
      apart.run(...task, (cwd) => {
        const placed = { ...agent, context: { ...agent.context, cwd: () => cwd } };
        return startSubagents(subagents, {
          agent: placed,
          depth: 0,
          types: [options.mainAgent ?? []].flat(),
        });
      }),
    worktree: {
      enter: (name) => worktree.enter(name),
      exit: (how) => worktree.exit(how),
    },
  });
  maxOutputLength(context.env, warn);
  const permissions: Permissions = await sessionPermissions({
    options,
    hooks: sessionHooks,
    profile,
    context,
    serverNames: parts.serverNames,
    warn,
  });
  const hooks = agentHooks(parts, context, permissions);
  const mark = hookMark(conversation);
  const reporter = createOutcomeReporter(emit, hooks, mark);
  const { report, onProgress, takeLater, reportLate, isWoken } = reporter;
  sessionHooks.on(onProgress);
  const dispatcher = createDispatcher({ hooks, profile, mark, report, warn });
  const { dispatch } = dispatcher;
  const decideTask = taskDecisions(dispatch, turn);
  const { clock, jsonSchema, ask } = options;
  const structured = jsonSchema && createStructuredAnswer(jsonSchema);
  const unwaited = new Set<Promise<unknown>>();
  const notifications = sessionNotifications({
    options,
    profile,
    dispatch,
    turn,
    keep: (context) => reporter.keep("Notification", context),
    warn,
    unwaited,
  });
  const stopTurn = (reason: string) => void turn.stop(reason);
  parts.mcp?.setElicit(
    elicitationHandler({
      dispatch,
      stopTurn,
      notify: notifications.now,
      ask: options.askElicitation,
    }),
  );
  const changes = configChanges({ hooks, dispatch, turn, permissions, profile, emit, clock });
  const { agents = [], state } = parts;
  const skills = createSessionSkills(parts.skills ?? [], options);
  const background = createBackgroundAgents();
  const calls = callEnds();
  const team = createTeam({
    name: `session-${state.transcript.sessionId.slice(0, 8)}`,
    tellLead: (text) => background.report({ text, denials: [], ofTeam: true }),
  });
  const teams = () => hasTeams(profile, { ...options.env, ...context.env });
  const subagents: SubagentHost = {
    definitions: agents,
    skills,
    team,
    hasTeams: teams,
    afterCall: calls.afterCall,
    options,
    state,
    emit,
    background,
    denials: turn.denials,
    scope: (place, { fields, ...scope }) => {
      const common = commonScope(parts, place);
      const allFields = () => ({ ...common.fields(), ...fields?.() });
      return sessionHooks.scope({ ...common, ...scope, fields: allFields });
    },
    dispatcherFor: (scoped, reportFor) =>
      createDispatcher({ hooks: scoped, profile, mark, report: reportFor, warn }),
    notify: notifications.now,
    unwaited,
  };
  const worktrees = createWorktrees({
    fireCreate: (name) => dispatch("WorktreeCreate", { name }),
    fireRemove: (path) => dispatch("WorktreeRemove", { worktree_path: path }),
    hooks,
    directory: options.cwd,
    home: options.home,
    git: {
      start,
      env: options.env,
      trustsProject: options.trustProject === true,
      spillFolder: parts.sessionFolder,
    },
    stopTurn: (reason) => void turn.stop(reason),
  });
  const allow = async (path: string) => {
    const update = { type: "addDirectories", directories: [path], destination: "session" };
    for (const text of await permissions.update([update])) warn(text);
  };
  const worktree = sessionWorktree({ worktrees, context, allow });
  const apart = agentsApart({ worktrees, allow, warn });
  const watched = watchedFiles({
    projectDirectory: options.cwd,
    cwd: context.cwd,
    hooks,
    dispatch,
    turn,
    emit,
    clock,
    unwaited: subagents.unwaited,
  });
  const own = agents.find(({ name }) => name === options.mainAgent);
  const builtIn = sessionTools({
    ...options,
    model,
    warn,
    structured,
    canAsk: options.ask !== undefined,
    agents,
    skills: skills.all,
    teams: teams(),
  });
  const tools = new Map(toolsOfAgent(builtIn, own ?? {}, 0));
  offerMcpTools(parts.mcp, tools, (found) => toolsOfAgent(found, own ?? {}, 0), permissions);
  const agent: Agent = {
    ...dispatcher,
    dispatchCall: calls.noting(dispatcher.dispatchCall),
    purpose: "main",
    profile,
    model,
    system: sessionPrompt({
      options,
      agent: own?.prompt,
      model: () => model.id,
      clock: options.clock,
      git: parts.git,
      permissionMode: permissions.mode,
      style: () => parts.style?.current(),
      hookMark: mark,
    }),
    conversation,
    tools,
    structured,
    context,
    permissions,
    options: { ...options, ...(ask && { ask: notifyingAsk(ask, notifications) }) },
    thinking: () => state.thinking,
    stopCap: numberVariable(options.env, stopCap, warn),
    emit,
    hookMark: mark,
    autoCompactLimit: () =>
      autoCompactLimit({
        flag: options.autoCompact,
        env: options.env,
        enabled: sessionHooks.config
          .settings()
          .flatMap(({ values }) => values["autoCompactEnabled"] ?? []),
        window: model.contextWindow,
      }),
    async loadInstructions() {
      parts.state.instructions = await parts.loadInstructions();
      return parts.state.instructions;
    },
    instructionsFor: async (path) => parts.state.instructions?.forFile(path) ?? noInstructions,
    watched,
    display: answerDisplay({ dispatch, hooks, turn, turnId: () => state.promptId }),
    hooks,
    fireStop: (input, fireOptions) =>
      dispatch("Stop", { ...input, ...runningTasks(background, context) }, fireOptions),
    takeLater() {
      const messages = background.takeOfTeam();
      turn.denials().push(...messages.flatMap(({ denials }) => denials));
      return [...takeLater(), ...messages.map(({ text }) => textBlock(text))];
    },
    reportLate,
    isWoken,
    async checkpoint() {
      await changes.decided();
      await watched.refresh();
      return turn.checkpoint();
    },
  };
  return {
    agent,
    changes,
    worktree: { end: async () => [await worktree.end(), await apart.end()].flat() },
    notifications,
    watched,
    subagents,
    skills,
    openHookTools(question) {
      const hooks = agentHookHooks(parts, context);
      const dispatcher = createDispatcher({ hooks, profile, mark, report, warn });
      const options = {
        main: agent,
        dispatcher: { ...dispatcher, hooks },
        denials: turn.denials(),
      };
      return agentHookTools(options, question);
    },
  };
}

/** Keeps the tools of MCP servers among those of the session, except those that a rule forbids (M7). */
function offerMcpTools(
  mcp: McpServers | undefined,
  tools: Map<string, Tool>,
  ofAgent: (found: ReadonlyMap<string, Tool>) => ReadonlyMap<string, Tool>,
  permissions: Permissions,
): void {
  let offered: readonly string[] = [];
  mcp?.onTools((found) => {
    for (const name of offered) tools.delete(name);
    const allowed = found.filter((tool) => !permissions.forbids(tool));
    const kept = ofAgent(new Map(allowed.map((tool) => [tool.name, tool])));
    for (const [name, tool] of kept) tools.set(name, tool);
    offered = [...kept.keys()];
  });
}

/** What every agent of the session adds to the input of its events. */
const commonScope = ({ options: { effort }, state }: AgentParts, context: ToolContext) => ({
  sessionId: state.transcript.sessionId,
  transcriptPath: state.transcript.path,
  cwd: context.cwd,
  fields: () => ({ prompt_id: state.promptId, effort: effort && { level: effort } }),
});

/** As recorded: Stop says what still runs in the background. */
function runningTasks({ running }: BackgroundAgents, context: ToolContext) {
  const agents = running().map(({ id, type, description, teammate }) => ({
    id,
    type: teammate === undefined ? "subagent" : "teammate",
    status: "running",
    agent_type: type,
    description,
  }));
  const commands = backgroundCommands(context)
    .running()
    .map(({ id, command, description }) => ({
      id,
      type: "shell",
      status: "running",
      command,
      description,
    }));
  return { background_tasks: [...agents, ...commands] };
}

/** E23: calls of an agent hook have an id of their own, and hooks that ask a model are left out. */
function agentHookHooks(parts: AgentParts, context: ToolContext): () => Hooks {
  const hooks = parts.hooks.scope({
    ...commonScope(parts, context),
    permissionMode: "dontAsk",
    agentId: randomUUID(),
    insideAgentHook: true,
  });
  return () => hooks;
}

/** The hooks, as scoped to the main agent; `/clear` makes new ones, because the session id changes. */
function agentHooks(
  parts: AgentParts,
  context: ToolContext,
  permissions: Permissions,
): () => Hooks {
  const { hooks, options, state, conversation } = parts;
  const { mainAgent } = options;
  const scope = (transcript: Transcript) => ({
    transcript,
    hooks: hooks.scope({
      ...commonScope(parts, context),
      permissionMode: permissions.mode,
      conversation: conversation.messages,
      ...(mainAgent === undefined ? {} : { agentType: mainAgent }),
    }),
  });
  let current = scope(state.transcript);
  return () => {
    if (current.transcript !== state.transcript) current = scope(state.transcript);
    return current.hooks;
  };
}

/** G4: how many blocks in a row Stop hooks are granted. */
const stopCap = { name: "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP", default: 8 } as const;
