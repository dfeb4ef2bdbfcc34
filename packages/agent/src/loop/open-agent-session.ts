import { dirname, isAbsolute, join } from "node:path";
import type { Hooks, ScopeSettings } from "@snaphook/engine";
import { serverNames as configuredNames, processStarter } from "@snaphook/engine/internal";
import { CommandLineError } from "../command-line-error.ts";
import { findCommands } from "../commands/find-commands.ts";
import { createConversation } from "../conversation/conversation.ts";
import { loadInstructions } from "../instructions/load-instructions.ts";
import { hookAgent } from "../model/hook-agent.ts";
import { hookModel } from "../model/hook-model.ts";
import { hookModelChoice } from "../model/hook-model-choice.ts";
import { switchableModel } from "../model/switchable-model.ts";
import { findOutputStyles } from "../output-styles/find-output-styles.ts";
import { createSessionStyle, type SessionStyle } from "../output-styles/session-style.ts";
import { gitState } from "../prompt/git-state.ts";
import { createFileCheckpoints } from "../sessions/file-checkpoints.ts";
import { checkAgentRules } from "../subagents/check-agent-rules.ts";
import { findAgents, problemLine } from "../subagents/find-agents.ts";
import type { Emit } from "./agent-event.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { AgentSession } from "./agent-session.ts";
import { builtInCommands } from "./begin-conversation.ts";
import { beginSomewhere, type PlacedSession } from "./begin-somewhere.ts";
import { type CompleteOptions, completeOptions } from "./complete-options.ts";
import { createAgent } from "./create-agent.ts";
import { createCurrentTurn } from "./current-turn.ts";
import { sourcesOf } from "./hooks-options.ts";
import { listedTranscript } from "./listed-transcript.ts";
import { checkHooks, loadHooks } from "./load-hooks.ts";
import { openInWorktree } from "./open-in-worktree.ts";
import { recordEvents } from "./record-events.ts";
import {
  refuseAgent,
  refuseBrokenRules,
  refuseDepth,
  refuseUnknownServers,
  refuseUnknownTools,
} from "./refuse-to-start.ts";
import { untrustedError } from "./report-inactive.ts";
import { reportHome, reportLeftoverProcesses, reportTranscriptDamage } from "./report-problems.ts";
import { createSession } from "./session.ts";
import type { SessionState } from "./session-parts.ts";
import { sessionServers } from "./session-servers.ts";
import { tryBubblewrapEarly } from "./session-wall.ts";
import { usableSkills } from "./skills/usable-skills.ts";
import { createModelSwitcher } from "./switch-model.ts";
import { warning } from "./warning.ts";

/**
 * Opens a session of the agent.
 *
 * 1. The transcript is created or continued; from here on it records everything that happens.
 * 2. Hooks are loaded. What comes with the project and is not trusted is ignored, and reported (T2, T6).
 * 3. The model is made, as the settings in force and the environment name it.
 * 4. Tools, permissions and the conversation make the agent.
 *
 * No hook has run yet; `start` fires the first event. Rejects with an error whose message is for the user.
 */
export async function openAgentSession(agentOptions: AgentOptions): Promise<AgentSession> {
  const { worktree, ...others } = agentOptions;
  if (worktree !== undefined)
    return openInWorktree(completeOptions(others), worktree, (place) =>
      openAgentSession({ ...others, ...place }),
    );
  const options = completeOptions(agentOptions);
  refuseDepth(options.env);
  refuseUnknownTools(options);
  refuseBrokenRules(options);
  const begun = await beginSomewhere(options);
  const opened: Closable[] = [];
  try {
    return await assemble(options, begun, (part) => opened.push(part));
  } catch (error) {
    for (const part of opened) await part.close();
    begun.transcript.close();
    begun.temporary?.remove();
    throw error;
  }
}

interface Closable {
  close(): Promise<void>;
}

async function assemble(
  options: CompleteOptions,
  begun: PlacedSession,
  onOpened: (part: Closable) => void,
): Promise<AgentSession> {
  const { env } = options;
  const { folder, temporary } = begun;
  const { sessionId } = begun.transcript;
  const state: SessionState = {
    transcript: begun.transcript,
    promptId: undefined,
    title: options.title ?? begun.earlier?.title,
    typed: begun.earlier?.typed,
    lastResponseAt: begun.earlier?.lastResponseAt,
    thinking: options.thinking,
  };
  const listed = listedTranscript(options, begun);
  const record = recordEvents(() => state.transcript, options.emit, listed);
  const emit: Emit = (event) => {
    if (event.type === "assistant" && !event.agent) state.lastResponseAt = options.clock.date();
    record(event);
  };
  reportHome(options, emit);
  if (begun.notKept !== undefined) emit(warning(begun.notKept));
  reportTranscriptDamage(begun, emit);
  reportLeftoverProcesses(begun.leftoverProcesses, emit);

  const sessionFolder = join(folder, sessionId);
  if (/^(?:1|true)$/i.test(env["CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING"] ?? ""))
    state.checkpoints = createFileCheckpoints(sessionFolder);
  if (env["CLAUDE_CODE_QUESTION_PREVIEW_FORMAT"] !== undefined)
    emit(
      warning(
        "CLAUDE_CODE_QUESTION_PREVIEW_FORMAT (toolConfig.askUserQuestion.previewFormat) has no effect: the model chooses the format of previews",
      ),
    );
  const git = startedGit(options, sessionFolder);
  tryBubblewrapEarly(options);
  const servers = sessionServers(options, sessionFolder, (text) => emit(warning(text)));
  const { mcp } = servers;
  const session = { sessionId, sessionFolder, mcp: mcp.caller, mcpServers: servers.added };
  const { hooks, setModels } = await loadHooks(options, session);
  onOpened({
    async close() {
      await mcp.close();
      await hooks.close();
    },
  });
  servers.findIn(hooks);
  const serverNames = [...configuredNames(hooks.config.snapshot().settings), ...servers.added];
  refuseUnknownServers(options, serverNames);
  const { untrusted, counted } = await checkHooks(hooks, options, emit);
  const { agents, unusedAgents, own, mode } = await agentsOf(options, hooks, emit);
  const named = { model: own?.model ?? modelSetting(hooks), env, emit };
  const model = switchableModel(await options.model({ ...named, ...requestedModel(options) }));

  const places = placesOf(options);
  const turn = createCurrentTurn();
  const conversation = createConversation(begun.earlier?.conversation);
  let commands = await commandsOf(options, hooks, emit);
  const style = await styleOf(options, hooks, emit);
  const {
    agent,
    queue,
    changes,
    watched,
    worktree,
    notifications,
    wakes,
    subagents,
    skills,
    openHookTools,
  } = await createAgent({
    options: { ...options, ...mode },
    agents,
    skills: usableSkills(commands, options, emit),
    hooks,
    model,
    conversation,
    sessionFolder,
    state,
    turn,
    git,
    mcp,
    serverNames,
    style,
    emit,
    loadInstructions: () => loadInstructions({ ...places, ...policyFolder(hooks) }),
  });
  const askModel = hookModelChoice({ model, env, warn: (text) => emit(warning(text)) });
  setModels({
    model: hookModel(askModel),
    agent: hookAgent({ askModel, openTools: openHookTools }),
  });

  // Last: whatever refuses to start a session has done so by now.
  mcp.start();
  const closing = new AbortController();
  return createSession(
    {
      options,
      agent,
      closing: closing.signal,
      queue,
      state,
      turn,
      changes,
      watched,
      worktree,
      models: createModelSwitcher({
        agent,
        model,
        lastResponseAt: () => state.lastResponseAt,
        open: (requested) => options.model({ ...named, requested }),
      }),
      notifications,
      wakes,
      style,
      // Section 12 of the contract: what a fork is called depends on the profile.
      source: begun.source === "fork" ? agent.profile.forkSource : begun.source,
      folder,
      temporary,
      skills,
      subagents,
      agents,
      commands: () => [...commands, ...mcp.commands()],
      async reloadCommands() {
        commands = await commandsOf(options, hooks, emit);
      },
      mcp,
      unusedAgents,
      untrusted,
      hookCount: counted,
    },
    () => closing.abort(),
  );
}

async function commandsOf(options: CompleteOptions, hooks: Hooks, emit: Emit) {
  const { plugins } = hooks.config.snapshot();
  const { commands, problems } = await findCommands({ ...placesOf(options), plugins });
  for (const problem of problems) emit(warning(problem));
  for (const { name, filePath } of commands.filter(({ name }) => builtInCommands.includes(name)))
    emit(warning(`${filePath} is ignored: /${name} is built in; give the file another name`));
  return commands;
}

async function styleOf(options: CompleteOptions, hooks: Hooks, emit: Emit): Promise<SessionStyle> {
  const { plugins } = hooks.config.snapshot();
  const { systemPrompt, mainAgent } = options;
  const byAgent = mainAgent === undefined ? undefined : "--agent";
  return createSessionStyle({
    ...(await findOutputStyles({ ...options, ...sourcesOf(options), plugins })),
    settings: hooks.config.settings(),
    replacedBy: systemPrompt === undefined ? byAgent : "--system-prompt",
    warn: (text) => emit(warning(text)),
  });
}

/** The agents of the session, and the one that runs as the main agent (`--agent`). */
async function agentsOf(options: CompleteOptions, hooks: Hooks, emit: Emit) {
  const { plugins } = hooks.config.snapshot();
  const found = await findAgents({ ...options, ...sourcesOf(options), plugins });
  const { agents } = found;
  const { mainAgent, permissionMode } = options;
  const own = agents.find(({ name }) => name === mainAgent);
  if (mainAgent !== undefined && !own) refuseAgent(mainAgent, found, options);
  const rules = checkAgentRules(found, hooks.config.settings(), options);
  if (rules.errors.length > 0) throw new CommandLineError(rules.errors.join("; "));
  if (options.untrusted === "fail" && found.refused.size > 0)
    throw untrustedError([...found.refused.values()].map(problemLine));
  const problems = [...found.problems, ...found.refused.values()].map(problemLine);
  for (const problem of [...problems, ...rules.warnings]) emit(warning(problem));
  // The command line has the last word.
  const chosen = permissionMode ?? own?.permissionMode;
  const unusedAgents = [...found.refused].map(([name, why]) => ({ name, ...why }));
  return {
    agents,
    unusedAgents,
    own,
    mode: chosen === undefined ? {} : { permissionMode: chosen },
  };
}

const requestedModel = ({ requestedModel: requested }: CompleteOptions) =>
  requested === undefined ? {} : { requested };

/** Started early, because the first request waits for it; only the built-in prompt needs it. */
function startedGit(options: CompleteOptions, spillFolder: string): Promise<string | undefined> {
  const { spawn, clock, env, bare, systemPrompt } = options;
  const { workingDirectory: cwd = options.cwd } = options;
  if (systemPrompt !== undefined || bare) return Promise.resolve(undefined);
  return gitState({ cwd, env, start: processStarter({ spawn, clock, env }).start, spillFolder });
}

/** Where commands and instructions are looked for. */
const placesOf = (options: CompleteOptions) => ({
  cwd: options.cwd,
  home: options.home,
  configFolder: options.configFolder,
  bare: options.bare ?? false,
  ...sourcesOf(options),
});

/** Instructions of a policy are beside its settings (T7). */
function policyFolder(hooks: Hooks): { readonly managedFolder?: string } {
  const policy = hooks.config
    .snapshot()
    .files.find(({ scope, file }) => scope === "managed" && isAbsolute(file));
  return policy ? { managedFolder: dirname(policy.file) } : {};
}

/**
 * `model` of the highest settings in force that name one: a policy's, else the nearest to this session. A
 * project may name a model, but may neither send the conversation to another service nor replace the model
 * with a script (T6).
 */
function modelSetting(hooks: Hooks): string | undefined {
  const settings = hooks.config.settings();
  return [...settings.filter((one) => !isPolicy(one)), ...settings.filter(isPolicy)]
    .flatMap(({ origin, values: { model } }) =>
      typeof model === "string" && isAllowedModelName(origin, model) ? [model] : [],
    )
    .at(-1);
}

const isPolicy = ({ origin }: ScopeSettings): boolean => origin.scope === "managed";

const isAllowedModelName = ({ scope }: ScopeSettings["origin"], model: string): boolean =>
  !/^(?:script|openai):/.test(model) || (scope !== "project" && scope !== "local");
