import type { SlashCommand } from "../commands/slash-command.ts";
import type { TextBlock } from "../conversation/message.ts";
import { textBlock } from "../effects/hook-text.ts";
import { applySessionStart } from "../effects/session-start.ts";
import { instructionsLoadedInput } from "../instructions/instruction-file.ts";
import type { Instructions } from "../instructions/load-instructions.ts";
import type { Transcript } from "../sessions/open-transcript.ts";
import type { Agent } from "./agent.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { Preceding } from "./take-prompt.ts";
import { warning } from "./warning.ts";

/** Commands that are no files. */
export const builtInCommands: readonly string[] = ["clear"];

export interface BeginningParts {
  readonly options: Pick<AgentOptions, "setup">;
  readonly agent: Agent;
  readonly commands: readonly SlashCommand[];
  loadInstructions(): Promise<Instructions>;
  transcript(): Transcript;
}

/** How conversations of a session begin, and what precedes their first prompt (G3). */
export interface Beginnings {
  /** Fires what is fired at the start; answers with what a hook wants said first (A5). */
  begin(source: string): Promise<string | undefined>;
  takePreceding(): Preceding;
}

export function createBeginnings(parts: BeginningParts): Beginnings {
  const { agent, options } = parts;
  const { profile, conversation } = agent;
  let blocks: TextBlock[] = [];
  let head = "";

  /** Section 12 of the contract: what a resumed session was told before is not always told again. */
  const wasTold = (source: string, text: string): boolean =>
    source !== "startup" &&
    profile.resumedSessionStart === "not-added-again" &&
    conversation.holds(text);

  async function setUp(trigger: string): Promise<readonly string[]> {
    const outcome = await agent.hooks().fire("Setup", { trigger });
    agent.report(outcome);
    return applySessionStart(outcome, profile).context;
  }

  return {
    async begin(source) {
      announce(parts, source);
      const setup = options.setup && source !== "clear" ? await setUp(options.setup) : [];
      const outcome = await agent.hooks().fire("SessionStart", { source, model: agent.model.id });
      agent.report(outcome);
      const beginning = applySessionStart(outcome, profile, source);
      const instructions = await instruct(parts);
      const texts = beginning.context.filter((text) => !wasTold(source, text));
      blocks = [...setup, ...instructions, ...texts].map(textBlock);
      head = beginning.head;
      return beginning.firstPrompt;
    },
    takePreceding() {
      const taken = { blocks, head };
      blocks = [];
      head = "";
      return taken;
    },
  };
}

function announce({ agent, commands, transcript }: BeginningParts, source: string): void {
  agent.emit({
    type: "init",
    sessionId: transcript().sessionId,
    transcriptPath: transcript().path,
    model: agent.model.id,
    tools: [...agent.tools.keys()],
    slashCommands: [...builtInCommands, ...commands.map(({ name }) => name)],
    cwd: agent.context.cwd(),
    permissionMode: agent.permissions.mode(),
    profile: agent.profile.name,
    source,
  });
}

/** Reads the files of instructions and tells hooks of each; what the conversation holds is not told again. */
async function instruct({ agent, loadInstructions }: BeginningParts): Promise<readonly string[]> {
  const { files, text, problems } = await loadInstructions();
  for (const problem of problems) agent.emit(warning(problem));
  await Promise.all(
    files.map(async (file) =>
      agent.report(await agent.hooks().fire("InstructionsLoaded", instructionsLoadedInput(file))),
    ),
  );
  return text === "" || agent.conversation.holds(text) ? [] : [text];
}
