import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { createHooks, type HookAgent, type HookModel, type Hooks } from "@snaphook/engine";
import { profileNamed } from "@snaphook/protocol";
import { findCommands } from "../commands/find-commands.ts";
import { createConversation } from "../conversation/conversation.ts";
import { loadInstructions } from "../instructions/load-instructions.ts";
import { hookAgent } from "../model/hook-agent.ts";
import { hookModel } from "../model/hook-model.ts";
import type { Permissions } from "../permissions/permissions.ts";
import { type BegunSession, beginSession } from "../sessions/begin-session.ts";
import { builtInTools } from "../tools/all-tools.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { Agent } from "./agent.ts";
import type { AgentOptions, AgentSession } from "./agent-options.ts";
import { configChanges } from "./config-changes.ts";
import { hooksOptions, sourcesOf } from "./hooks-options.ts";
import { modelSetting } from "./model-setting.ts";
import { recordEvents } from "./record-events.ts";
import { refuseBrokenRules, refuseBrokenSettings, refuseDepth } from "./refuse-to-start.ts";
import { createReporter } from "./reporter.ts";
import { createSession } from "./session.ts";
import { sessionPermissions } from "./session-permissions.ts";
import { type SettledOptions, settleOptions } from "./settle-options.ts";
import { stopCap } from "./stop-cap.ts";
import { systemPrompt } from "./system-prompt.ts";
import { tellLeftBehind, tellProblems, tellTranscript } from "./tell-problems.ts";
import { toolContext } from "./tool-context.ts";
import { tellUntrusted, untrustedError, untrustedHooks } from "./untrusted-hooks.ts";
import { warning } from "./warning.ts";

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
export async function openAgentSession(given: AgentOptions): Promise<AgentSession> {
  const options = settleOptions(given);
  refuseDepth(options.env);
  refuseBrokenRules(options);
  const { folder, clock, beginning = { kind: "new" } } = options;
  const begun = await beginSession({ folder, beginning, clock });
  const opened: Hooks[] = [];
  try {
    return await assemble(options, begun, (hooks) => opened.push(hooks));
  } catch (error) {
    for (const hooks of opened) await hooks.close();
    begun.transcript.close();
    throw error;
  }
}

async function assemble(
  options: SettledOptions,
  begun: BegunSession,
  onOpened: (hooks: Hooks) => void,
): Promise<AgentSession> {
  const { env, cwd, home, folder, effort, clock } = options;
  let { transcript } = begun;
  let promptId: string | undefined;
  const emit = recordEvents(() => transcript, options.emit);
  const warn = (text: string) => emit(warning(text));
  const conversation = createConversation(begun.before?.conversation);
  tellTranscript(begun, emit);
  tellLeftBehind(begun.leftBehind, emit);
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
    sessionFolder,
    mayRead: (path) => permissions.mayRead(path, context.cwd()),
  });
  const tools = new Map(builtInTools.map((tool) => [tool.name, tool]));
  asked.resolve({
    model: hookModel(model, env),
    agent: hookAgent({ model, env, tools: builtInTools, context }),
  });
  const permissions: Permissions = await sessionPermissions({
    options,
    hooks: root,
    context,
    warn,
  });

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
  const profile = profileNamed(root.profile);
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
    loadInstructions: () => loadInstructions({ ...places, ...policyFolder(root) }),
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

/** Instructions of a policy stand beside its settings (T7). */
function policyFolder(hooks: Hooks): { readonly managedFolder?: string } {
  const policy = hooks.config.snapshot().files.find(({ scope }) => scope === "managed");
  return policy ? { managedFolder: dirname(policy.file) } : {};
}

/** Made when the model is; hooks that ask them wait until then. */
interface HookModels {
  readonly model: HookModel;
  readonly agent: HookAgent;
}
