import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import {
  createHooks,
  type Hooks,
  homeFolder,
  type ScopeSettings,
  systemClock,
} from "@snaphook/engine";
import { brand, profiles } from "@snaphook/protocol";
import { findCommands } from "../commands/find-commands.ts";
import { createConversation } from "../conversation/conversation.ts";
import { loadInstructions } from "../instructions/load-instructions.ts";
import { credentialVariables } from "../model/choose-model.ts";
import { hookAgent } from "../model/hook-agent.ts";
import { hookModel } from "../model/hook-model.ts";
import { createPermissions } from "../permissions/create-permissions.ts";
import { permissionProblems } from "../permissions/permission-problems.ts";
import type { Permissions } from "../permissions/permissions.ts";
import { ruleOptionProblems } from "../permissions/split-rules.ts";
import { beginSession } from "../sessions/begin-session.ts";
import { projectSessions } from "../sessions/session-place.ts";
import { builtInTools } from "../tools/all-tools.ts";
import { isReadOnlyIn } from "../tools/shell/is-read-only-command.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { Agent } from "./agent.ts";
import type { Emit } from "./agent-event.ts";
import type { AgentOptions, AgentSession } from "./agent-options.ts";
import { configChanges } from "./config-changes.ts";
import { recordEvents } from "./record-events.ts";
import { refuseDepth } from "./refuse-depth.ts";
import { createReporter } from "./reporter.ts";
import { createSession } from "./session.ts";
import { stopCap } from "./stop-cap.ts";
import { systemPrompt } from "./system-prompt.ts";
import { toolContext } from "./tool-context.ts";
import { tellUntrusted, untrustedError, untrustedHooks } from "./untrusted-hooks.ts";

/** Everything that is settled before the transcript is opened. */
type Settled = AgentOptions & {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly headless: boolean;
  /** Where the transcripts of this directory are. */
  readonly folder: string;
};

/**
 * Opens a session of the agent.
 *
 * 1. The transcript is begun or gone on with; from here on all that happens is in it.
 * 2. Hooks are loaded. What the project brings and nobody trusted is left out, and told (T2, T6).
 * 3. The model is made, as the settings in force and the environment name it.
 * 4. Tools, permissions and the conversation make the agent.
 *
 * No hook has run yet; `start` fires the first. Rejects with an error in words for the user.
 */
export async function openAgentSession(options: AgentOptions): Promise<AgentSession> {
  const env = options.env ?? process.env;
  refuseDepth(env);
  refuseBrokenRules(options);
  const cwd = resolve(options.cwd);
  const home = resolve(options.home ?? (env["HOME"] || homeFolder()));
  const folder = projectSessions({ home, cwd });
  const settled: Settled = {
    ...options,
    headless: options.headless ?? true,
    cwd,
    home,
    env,
    folder,
  };
  const begun = await beginSession({
    folder,
    beginning: options.beginning ?? { kind: "new" },
    ...(options.clock ? { clock: options.clock } : {}),
  });
  const opened: Hooks[] = [];
  try {
    return await assemble(settled, begun, (hooks) => opened.push(hooks));
  } catch (error) {
    for (const hooks of opened) await hooks.close();
    begun.transcript.close();
    throw error;
  }
}

/** A broken deny rule would never hold, and nobody would know. */
function refuseBrokenRules({ allowedTools = [], disallowedTools = [] }: AgentOptions): void {
  const problems = [
    ...ruleOptionProblems("--allowedTools", allowedTools),
    ...ruleOptionProblems("--disallowedTools", disallowedTools),
  ];
  if (problems.length > 0) throw new Error(problems.join("; "));
}

/** Settings that somebody named hold guards that somebody counts on: without them nothing starts. */
function refuseBrokenSettings(hooks: Hooks): void {
  const { files, diagnostics } = hooks.snapshot();
  const unread = files.find(({ scope, state }) => scope === "settings-flag" && state !== "loaded");
  if (!unread || unread.state === "same-file") return;
  const why = diagnostics.find(({ place }) => place.file === unread.file);
  throw new Error(
    `${unread.file === "--settings" ? "" : "--settings "}${unread.file}: ${why ? `${why.message}; ${why.advice}` : unread.state}`,
  );
}

async function assemble(
  options: Settled,
  begun: Awaited<ReturnType<typeof beginSession>>,
  onOpened: (hooks: Hooks) => void,
): Promise<AgentSession> {
  const { env, cwd, home, folder, effort, clock = systemClock } = options;
  let { transcript } = begun;
  let promptId: string | undefined;
  const emit = recordEvents(() => transcript, options.emit);
  const warn = (text: string) => emit({ type: "notice", level: "warning", text });
  const conversation = createConversation(begun.before?.conversation);
  for (const { pid, command } of begun.leftBehind)
    warn(
      `process ${pid} still runs: this session started it and was killed (${command}); kill ${pid} ends it`,
    );
  const asked = Promise.withResolvers<HookModels>();
  const sessionFolder = join(folder, transcript.sessionId);
  const root = await createHooks({
    ...hooksOptions(options),
    sessionId: transcript.sessionId,
    sessionFolder,
    model: { ask: async (question) => (await asked.promise).model.ask(question) },
    agent: { run: async (question) => (await asked.promise).agent.run(question) },
  });
  onOpened(root);
  let hooks = root;
  const reporter = createReporter(emit, () => hooks);
  root.on((progress) => {
    emit({ type: "hook", progress });
    reporter.hear(progress);
  });
  refuseBrokenSettings(root);
  const untrusted = await untrustedHooks(root);
  if (options.untrusted === "fail" && untrusted.length > 0) throw untrustedError(untrusted);
  tellUntrusted(root, untrusted, emit);
  tellProblems(root, emit);
  const model = await options.model({ model: modelSetting(root), env, emit });
  const context: ToolContext = toolContext({
    options,
    hooks: root,
    model,
    cwd,
    home,
    env,
    clock,
    sessionFolder,
    mayRead: (path) => permissions.mayRead(path, context.cwd()),
  });
  const tools = new Map(builtInTools.map((tool) => [tool.name, tool]));
  asked.resolve({
    model: hookModel(model, env),
    agent: hookAgent({ model, env, tools: builtInTools, context }),
  });
  const permissions: Permissions = createPermissions({
    settings: root.settings,
    ...(options.permissionMode ? { mode: options.permissionMode } : {}),
    ...(options.allowedTools ? { allowedTools: options.allowedTools } : {}),
    ...(options.disallowedTools ? { disallowedTools: options.disallowedTools } : {}),
    projectDirectory: cwd,
    home,
    headless: options.headless,
    isReadOnlyCommand: (command) => isReadOnlyIn(context.cwd(), command),
    protectedFiles: root.guardedFiles,
    trustStore: join(home, brand.homeFolder, "trust.json"),
  });
  const directories = options.additionalDirectories ?? [];
  const added = { type: "addDirectories", directories, destination: "session" } as const;
  if (directories.length > 0) for (const text of await permissions.update([added])) warn(text);
  for (const problem of permissionProblems(root.settings())) warn(problem);

  const hooksOf = () =>
    root.scope({
      sessionId: transcript.sessionId,
      transcriptPath: transcript.path,
      cwd: context.cwd,
      permissionMode: permissions.mode,
      conversation: conversation.messages,
      ...(options.mainAgent === undefined ? {} : { agentType: options.mainAgent }),
      fields: () => ({ prompt_id: promptId, effort: effort && { level: effort } }),
    });
  hooks = hooksOf();
  const profile = Object.values(profiles).find(({ name }) => name === root.profile);
  if (!profile) throw new Error(`there is no profile ${root.profile}`);
  const changes = configChanges({
    hooks: () => hooks,
    profile,
    emit,
    clock,
    report: reporter.report,
  });
  const agent: Agent = {
    purpose: "main",
    profile,
    model,
    system: systemPrompt(options),
    conversation,
    tools,
    context,
    permissions,
    options,
    stopCap: stopCap(env, warn),
    emit,
    hooks: () => hooks,
    ...reporter,
    settle: changes.settle,
  };
  const places = { cwd, home, bare: options.bare ?? false, ...sourcesOf(options) };
  const { commands, problems } = await findCommands(places);
  for (const problem of problems) warn(problem);
  return createSession({
    options,
    agent,
    begun,
    folder,
    changes,
    commands,
    untrusted,
    loadInstructions: () => loadInstructions(places),
    transcript: () => transcript,
    nextPrompt() {
      promptId = randomUUID();
    },
    move(next) {
      transcript = next;
      hooks = hooksOf();
    },
  });
}

interface HookModels {
  readonly model: ReturnType<typeof hookModel>;
  readonly agent: ReturnType<typeof hookAgent>;
}

/** What of the options is for the hooks. */
function hooksOptions(options: Settled) {
  const { profile, settings, pluginDirectories, mainAgent, managedFile } = options;
  const { trustProject, hooks, trace, clock, spawn, cwd, home, env, headless, effort } = options;
  return {
    ...(profile && { profile }),
    ...(settings !== undefined && { settings }),
    ...(pluginDirectories && { pluginDirectories }),
    ...(mainAgent !== undefined && { mainAgent }),
    ...(managedFile !== undefined && { managedFile }),
    ...(trustProject !== undefined && { trustProject }),
    ...(hooks && { hooks }),
    ...(trace && { trace }),
    ...(clock && { clock }),
    ...(spawn && { spawn }),
    ...(options.bare ? { settingSources: [] } : sourcesOf(options)),
    cwd,
    home,
    headless,
    env: effort === undefined ? env : { ...env, CLAUDE_EFFORT: effort },
    entrypoint: headless ? "sdk-cli" : "cli",
    credentialVariables: credentialVariables(env),
  };
}

const sourcesOf = ({ settingSources }: AgentOptions) => (settingSources ? { settingSources } : {});

/**
 * `model` of the highest settings in force that name one: a policy's, else the nearest to this session. A
 * project may name a model, but not send the conversation elsewhere or answer in its place (T6).
 */
function modelSetting(hooks: Hooks): string | undefined {
  const mayName = ({ scope }: ScopeSettings["origin"], model: string) =>
    !/^(?:script|openai):/.test(model) || (scope !== "project" && scope !== "local");
  const isPolicy = ({ origin }: ScopeSettings) => origin.scope === "managed";
  const settings = hooks.settings();
  return [...settings.filter((one) => !isPolicy(one)), ...settings.filter(isPolicy)]
    .flatMap(({ origin, values: { model } }) =>
      typeof model === "string" && mayName(origin, model) ? [model] : [],
    )
    .at(-1);
}

/** C5: nothing about loading is silent. */
function tellProblems(hooks: Hooks, emit: Emit): void {
  for (const { level, place, message, advice } of hooks.snapshot().diagnostics)
    emit({
      type: "notice",
      level,
      text: `${place.file}:${place.line}:${place.column} ${message}; ${advice}`,
    });
}
