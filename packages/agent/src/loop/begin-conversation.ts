import { textBlock } from "../effects/hook-text.ts";
import type { NoticeStep } from "../effects/notice.ts";
import type { EventFields } from "../effects/step.ts";
import { apiKeySource } from "../model/api-key-source.ts";
import type { Agent, Checkpoint, UnfiredHooks } from "./agent.ts";
import { announceDirectories } from "./announce-directories.ts";
import { announceInstructions } from "./announce-instructions.ts";
import type { SessionParts } from "./session-parts.ts";
import { sessionStartInput } from "./session-start-input.ts";
import { hookTexts, sessionStartBlocks, sessionStartHead } from "./session-start-texts.ts";
import type { Preceding } from "./submit-prompt.ts";
import { warning } from "./warning.ts";

/** Commands that have no file. */
export const builtInCommands: readonly string[] = [
  "clear",
  "compact",
  "model",
  "add-dir",
  "resume",
  "exit",
  "quit",
  "logout",
  "output-style",
];

/** Section 12 of the contract: without a terminal there may be no `/add-dir`. */
const canAddDirectories = ({ agent, options }: Pick<SessionParts, "agent" | "options">): boolean =>
  agent.profile.directoryAddedHeadless === "fired" || options.headless === false;

/** The built-in commands of a session. */
export const availableCommands = (
  parts: Pick<SessionParts, "agent" | "options">,
): readonly string[] =>
  builtInCommands.filter((name) => name !== "add-dir" || canAddDirectories(parts));

type ConversationParts = Pick<
  SessionParts,
  "options" | "agent" | "agents" | "state" | "source" | "commands" | "mcp" | "style" | "closing"
>;

/** A conversation that has begun, and what the model reads before its first prompt (G3). */
export interface BegunConversation {
  readonly preceding: Preceding;
  readonly next:
    | { readonly do: "continue" }
    /** A hook asked for a separate turn before the user's (A5). */
    | { readonly do: "prompt"; readonly text: string }
    /** G10: a hook stopped; the first input ends before UserPromptSubmit is fired. */
    | { readonly do: "stop"; readonly reason: string };
}

/**
 * Begins a conversation: Setup, SessionStart and InstructionsLoaded are all fired, even if a hook stops one
 * of them. A stop ends the first turn, not the session, and the prompt after it needs all of them.
 */
export async function beginConversation(
  parts: ConversationParts,
  source: string,
): Promise<BegunConversation> {
  const { agent, options, closing: signal } = parts;
  await announce(parts, source);
  const setup =
    options.setup && source === parts.source
      ? [await agent.dispatch("Setup", { trigger: options.setup }, { signal })]
      : [];
  const started = await agent.dispatch("SessionStart", sessionStartInput(parts, source), {
    signal,
  });
  agent.watched.takePaths(started.fields);
  agent.takeTitle(started.fields);
  const instructions = await readInstructions(parts);
  const directories =
    source === "clear"
      ? ({ do: "continue" } as const)
      : await announceDirectories(agent, options.additionalDirectories ?? [], "cli_flag");
  const texts = [
    ...setup.flatMap((step) => hookTexts("Setup", step, agent)),
    ...instructions.texts,
    ...sessionStartBlocks(agent, started, source),
  ];
  return {
    preceding: { blocks: texts.map(textBlock), head: sessionStartHead(agent, started, source) },
    next: nextStep(agent, [...setup, started, ...instructions.steps, directories], started.fields),
  };
}

/** G10: the first stop applies, in the order of the events; without one a hook may ask for a separate turn. */
function nextStep(
  agent: Agent,
  steps: readonly (NoticeStep | Checkpoint)[],
  { initialUserMessage: text }: EventFields,
): BegunConversation["next"] {
  const stop = steps.find((step) => step.do === "stop");
  const why = whyNotSent(agent, stop !== undefined);
  const isGiven = typeof text === "string" && text !== "";
  if (isGiven && why === undefined) return { do: "prompt", text };
  if (isGiven)
    agent.emit(
      warning(`the initialUserMessage of a SessionStart hook was not sent, because ${why}`),
    );
  return stop ? { do: "stop", reason: stop.reason } : { do: "continue" };
}

/** Section 12 of the contract: in a terminal the message may have no effect. */
function whyNotSent({ profile, options }: Agent, isStopped: boolean): string | undefined {
  if (isStopped) return "a hook stopped the turn";
  return options.headless === false && profile.initialMessageInteractive === "no-effect"
    ? `it has no effect in a terminal under the profile ${profile.name}`
    : undefined;
}

async function announce(
  { agent, agents, options, commands, mcp, style, state: { transcript } }: ConversationParts,
  source: string,
): Promise<void> {
  const sandbox = (await agent.context.wall?.status()) ?? noWall;
  agent.emit({
    type: "init",
    sessionId: transcript.sessionId,
    transcriptPath: transcript.path,
    model: agent.model.id,
    tools: [...agent.tools.keys()],
    slashCommands: [
      ...availableCommands({ agent, options }),
      ...commands().map(({ name }) => name),
    ],
    cwd: agent.context.cwd(),
    permissionMode: agent.permissions.mode(),
    profile: agent.profile.name,
    outputStyle: style.name(),
    source,
    mcpServers: mcp.statuses(),
    sandbox,
    offered: {
      agents: agents.map(({ name }) => name),
      skills: commands().flatMap(({ kind, name }) => (kind === "skill" ? [name] : [])),
      plugins: pluginsOf(agent.hooks()),
      apiKeySource: apiKeySource(options.env ?? process.env),
    },
  });
}

/** The plugins in use, for drivers. */
export const pluginsOf = ({ config }: Pick<UnfiredHooks, "config">) =>
  config.snapshot().plugins.map(({ name, root }) => ({ name, path: root }));

const noWall = { state: "off", because: "this session has none" } as const;

/**
 * Reads the files of instructions and fires InstructionsLoaded for each; what the conversation already has is
 * not added again.
 */
async function readInstructions({ agent }: ConversationParts) {
  return announceInstructions(agent, await agent.loadInstructions());
}
