import { type AgentQuestion, processStarter } from "@snaphook/engine/internal";
import { hasTeams, profileNamed } from "@snaphook/protocol";
import { isCommandCall } from "../commands/expand-command.ts";
import { autoCompactLimit } from "../compaction/auto-compact-limit.ts";
import { createDispatcher } from "../effects/dispatch.ts";
import { textBlock } from "../effects/hook-text.ts";
import { createOutcomeReporter } from "../effects/report-outcomes.ts";
import { noInstructions } from "../instructions/load-instructions.ts";
import type { McpServers } from "../mcp/mcp-servers.ts";
import type { HookAgentTools } from "../model/hook-agent.ts";
import { numberVariable } from "../number-variable.ts";
import type { Permissions } from "../permissions/permissions.ts";
import { sessionPrompt } from "../prompt/session-prompt.ts";
import { toolsOfAgent } from "../subagents/agent-tools.ts";
import { maxOutputLength } from "../tools/shell/max-output-length.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import type { Agent } from "./agent.ts";
import { agentHookTools } from "./agent-hook-tools.ts";
import type { AgentParts } from "./agent-parts.ts";
import { agentHookHooks, agentHooks, commonScope } from "./agent-scopes.ts";
import { elicitationHandler } from "./answer-elicitation.ts";
import { type ConfigChanges, configChanges } from "./config-changes.ts";
import { runningTasks } from "./control/background-tasks.ts";
import { taskDecisions } from "./decide-task.ts";
import { answerDisplay } from "./display-answer.ts";
import { hookMark } from "./hook-mark.ts";
import { checkTypedPrompt } from "./interactive/check-typed-prompt.ts";
import {
  createPromptQueue,
  type PromptQueue,
  type QueueOutput,
} from "./interactive/prompt-queue.ts";
import { createWakes, type Wakes } from "./interactive/wakes.ts";
import { type Notifications, notifyingAsk } from "./notifications.ts";
import { acceptOwnChange } from "./own-settings.ts";
import { planModeTools } from "./plan-mode-tools.ts";
import { sessionNotifications } from "./session-notifications.ts";
import { sessionPermissions } from "./session-permissions.ts";
import { sessionTools } from "./session-tools.ts";
import { sessionWall } from "./session-wall.ts";
import { sessionWorktrees } from "./session-worktrees.ts";
import { createSessionSkills, type SessionSkills } from "./skills/session-skills.ts";
import { stopCap } from "./stop-cap.ts";
import { createStructuredAnswer } from "./structured-answer.ts";
import { createBackgroundAgents, type SessionAgents } from "./subagents/background-agents.ts";
import { startSubagents } from "./subagents/start-subagents.ts";
import type { SubagentHost } from "./subagents/subagent-host.ts";
import { callEnds } from "./teams/call-ends.ts";
import { createTeam } from "./teams/team.ts";
import { toolContext } from "./tool-context.ts";
import { warning } from "./warning.ts";
import { type WatchedFiles, watchedFiles } from "./watched-files.ts";

/** The main agent of a session, the watch on its settings, and the tools of its agent hooks. */
export interface CreatedAgent {
  readonly agent: Agent;
  readonly queue: PromptQueue & QueueOutput;
  readonly changes: ConfigChanges;
  readonly notifications: Notifications;
  readonly wakes: Wakes | undefined;
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
    needsApproval: (path, searched) => permissions.needsApproval(path, searched, context.cwd()),
    decideTask: (...task) => decideTask(...task),
    runAgent: (...task) =>
      startSubagents(subagents, { agent, depth: 0, types: [options.mainAgent ?? []].flat() })(
        ...task,
      ),
    planMode: planModeTools(() => permissions, warn),
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
  const wakes = options.headless ? undefined : createWakes(sessionHooks, reporter);
  const unwaited = new Set<Promise<unknown>>();
  const dispatcher = createDispatcher({ hooks, profile, mark, report, warn, unwaited });
  const { dispatch } = dispatcher;
  const decideTask = taskDecisions(dispatch, turn);
  const { clock, jsonSchema, ask } = options;
  const structured = jsonSchema && createStructuredAnswer(jsonSchema);
  const notifications = sessionNotifications({
    options,
    profile,
    dispatch,
    emit,
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
      notifications,
      ask: options.askElicitation,
      headless: options.headless,
      warn,
    }),
  );
  const changes = configChanges({
    hooks,
    dispatch,
    turn,
    permissions,
    profile,
    emit,
    clock,
    review: options.reviewSettings,
  });
  const ownSettings = {
    hooks,
    folders: { projectDirectory: options.cwd, home: options.home },
    fileOf: permissions.fileOf,
    warn,
  };
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
      createDispatcher({ hooks: scoped, profile, mark, report: reportFor, warn, unwaited }),
    notifications,
    unwaited,
  };
  const { worktree, apart } = sessionWorktrees({
    parts,
    dispatch,
    hooks,
    start,
    context,
    permissions,
    warn,
  });
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
  const queue = createPromptQueue({
    joinsTurn: ({ text }) => turn.takesPrompts() && !isCommandCall(text),
    check: (message, signal) => checkTypedPrompt(agent, message, signal),
    stopTurn,
  });
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
      dispatch(
        "Stop",
        { ...input, background_tasks: runningTasks(background, context) },
        fireOptions,
      ),
    takeLater() {
      const messages = background.takeOfTeam();
      turn.denials().push(...messages.flatMap(({ denials }) => denials));
      return [...takeLater(), ...messages.map(({ text }) => textBlock(text))];
    },
    queue,
    takeTitle({ sessionTitle: title }) {
      if (typeof title !== "string" || title.trim() === "" || title === state.title) return;
      state.title = title;
      emit({ type: "title", title });
    },
    reportLate,
    isWoken,
    interruptTurn: turn.interrupt,
    updatePermissions: (own) =>
      changes.own(
        () => permissions.update(own.updates),
        (change) => acceptOwnChange(ownSettings, change, own),
      ),
    async checkpoint() {
      await changes.decided();
      await watched.refresh();
      return turn.checkpoint();
    },
  };
  return {
    agent,
    queue,
    changes,
    worktree: { end: async () => [await worktree.end(), await apart.end()].flat() },
    notifications,
    wakes,
    watched,
    subagents,
    skills,
    openHookTools(question) {
      const hooks = agentHookHooks(parts, context);
      const dispatcher = createDispatcher({ hooks, profile, mark, report, warn, unwaited });
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
