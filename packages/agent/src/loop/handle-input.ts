import { randomUUID } from "node:crypto";
import { type CommandExpansion, expandCommand } from "../commands/expand-command.ts";
import type { MediaBlock } from "../conversation/message.ts";
import { textBlock } from "../effects/hook-text.ts";
import type { SessionStyle } from "../output-styles/session-style.ts";
import { openTranscript } from "../sessions/open-transcript.ts";
import { addDirectory } from "./add-directory.ts";
import { addUserMessage } from "./add-user-message.ts";
import type { EndReason } from "./agent-event.ts";
import type { Prompt, PromptMessage } from "./agent-options.ts";
import { availableCommands, beginConversation } from "./begin-conversation.ts";
import { commandArguments } from "./command-arguments.ts";
import { modelOfCommand, withGrants } from "./command-grants.ts";
import { withCommandHooks } from "./command-hooks.ts";
import { compactCommand, compactedText } from "./compact-command.ts";
import { fireSessionEnd } from "./end-session.ts";
import { fillCommand } from "./fill-command.ts";
import { resumeSession } from "./resume-command.ts";
import { runTurn } from "./run-turn.ts";
import type { SessionParts } from "./session-parts.ts";
import type { AgentReport } from "./subagents/background-agents.ts";
import { type Preceding, submitPrompt } from "./submit-prompt.ts";
import { endedTurn, stoppedTurn, type TurnEnd } from "./turn-result.ts";
import type { TurnTally } from "./turn-tally.ts";
import { warning } from "./warning.ts";

/** What inputs do to the conversations of a session. */
export interface InputHandler {
  /** Begins the first conversation; returns the initial message of a hook, if there is one (A5). */
  start(): Promise<string | undefined>;
  /** One input: a prompt, a command of a file, or a built-in command. */
  handle(prompt: Prompt, tally: TurnTally, signal: AbortSignal): Promise<TurnEnd>;
  /** A turn about background agents that have ended, or with messages of teammates. */
  report(report: AgentReport, tally: TurnTally, signal: AbortSignal): Promise<TurnEnd>;
}

const endings: ReadonlyMap<string, { readonly reason: EndReason; readonly text: string }> = new Map(
  [
    ["/exit", { reason: "prompt_input_exit", text: "" }],
    ["/quit", { reason: "prompt_input_exit", text: "" }],
    [
      "/logout",
      {
        reason: "logout",
        text: "The session ends. No login is stored: the key for the model comes from the environment or the settings, and is still there.",
      },
    ],
  ],
);

type BuiltInCommand = (args: string, tally: TurnTally, signal: AbortSignal) => Promise<TurnEnd>;

const styleList = (style: SessionStyle): string =>
  `There are:\n${style
    .list()
    .map((line) => `- ${line}`)
    .join("\n")}`;

const nothingPrecedes: Preceding = { blocks: [], head: "" };

export function createInputHandler(parts: SessionParts): InputHandler {
  const { agent, options, state, folder } = parts;
  let preceding = nothingPrecedes;
  /** G10: a hook stopped while the session began, which ends the first input. */
  let stopOfFirstInput: string | undefined;

  async function begin(source: string) {
    const begun = await beginConversation(parts, source);
    preceding = begun.preceding;
    return begun.next;
  }

  function takePreceding(): Preceding {
    const taken = preceding;
    preceding = nothingPrecedes;
    return taken;
  }

  /** Ends an input that did not reach the model. */
  function stopped(reason: string, tally: TurnTally): TurnEnd {
    tally.numTurns = 0;
    return stoppedTurn(agent.profile, { reason }, { text: reason, stopReason: null });
  }

  function answered(text: string, tally: TurnTally): TurnEnd {
    tally.numTurns = 0;
    return endedTurn("completed", text, null);
  }

  /** An input that the user has to correct. */
  function unusable(text: string, tally: TurnTally): TurnEnd {
    const subtype = "error_during_execution";
    return { ...answered(text, tally), errors: [text], subtype };
  }

  const calledCommand = (text: string, isTyped: boolean, isVerbatim = false) =>
    isTyped && !isVerbatim
      ? expandCommand(text, parts.commands(), availableCommands(parts))
      : undefined;

  async function prompt(
    text: string,
    media: readonly MediaBlock[],
    tally: TurnTally,
    signal: AbortSignal,
    {
      isTyped = true,
      uuid = randomUUID() as string,
      isVerbatim,
      isAddedOnly,
    }: Partial<PromptMessage> & { readonly isTyped?: boolean } = {},
  ): Promise<TurnEnd> {
    await state.checkpoints?.begin(uuid);
    const called = calledCommand(text, isTyped, isVerbatim);
    const isError = agent.profile.unknownSlashCommand === "error";
    if (called?.kind === "interactive" && !isError) return answered(called.message, tally);
    if (called && called.kind !== "command" && isError) return unusable(called.message, tally);
    const expanded = called?.kind === "command" ? called : undefined;
    const command = expanded && {
      expansion: expanded,
      fill: () => fillCommand(agent, expanded, options, signal),
    };
    const { denials } = tally;
    const submitted = { text, media, command, takePreceding, denials, isTyped, isVerbatim, uuid };
    const step = await submitPrompt(agent, submitted, signal);
    switch (step.do) {
      case "refuse":
        return { ...answered(step.text, tally), promptRefused: true };
      case "fail":
        return unusable(step.text, tally);
      case "stop":
        return stopped(step.reason, tally);
      case "run":
        if (isAddedOnly) return answered("", tally);
        tally.model = expanded && modelOfCommand(expanded, options);
        return run(expanded, tally, signal);
    }
  }

  /** The model is asked, with the hooks and grants of a command if there is one. */
  const run = (
    command: CommandExpansion | undefined,
    tally: TurnTally,
    signal: AbortSignal,
  ): Promise<TurnEnd> =>
    withCommandHooks(agent, command, async () => {
      const turn = () => runTurn(agent, tally, signal);
      try {
        return await (command ? withGrants(agent, command, options, turn) : turn());
      } finally {
        await parts.skills.endGrants();
      }
    });

  /** E15: `/exit`, `/quit` and `/logout` end the session. */
  function ending(text: string, tally: TurnTally): TurnEnd | undefined {
    const end = endings.get(text.trim());
    return end && { ...answered(end.text, tally), endsSession: end.reason };
  }

  /** `/resume ID`: the conversation of an earlier session continues (E1, E15). */
  async function resume(id: string, tally: TurnTally): Promise<TurnEnd> {
    const problem = await resumeSession(parts, id);
    if (problem !== undefined) return unusable(problem, tally);
    return afterBegin("resume", `The session ${id} continues`, tally);
  }

  /** G8: the conversation ends, and a new one begins in a new session file. */
  async function clear(tally: TurnTally): Promise<TurnEnd> {
    await fireSessionEnd(agent, "clear");
    agent.hooks().config.clearEnvironmentFiles();
    const { transcript } = state;
    state.transcript = await openTranscript({ folder, sessionId: randomUUID(), fresh: true });
    transcript.close();
    agent.conversation.clear();
    // Section 12 of the contract: the command may be part of the conversation.
    if (agent.profile.slashCommandOutput === "conversation")
      addUserMessage(agent, [textBlock("The user ran the command /clear.")]);
    return afterBegin("clear", "", tally);
  }

  /** Begins the conversation that replaces another one; `text` is the answer to the command. */
  async function afterBegin(
    source: "clear" | "resume",
    text: string,
    tally: TurnTally,
  ): Promise<TurnEnd> {
    const next = await begin(source);
    switch (next.do) {
      case "continue":
        return answered(text, tally);
      case "prompt":
        agent.emit(
          warning(
            `the initialUserMessage of a SessionStart hook was not sent, because it is not used after /${source}`,
          ),
        );
        return answered(text, tally);
      case "stop":
        return stopped(next.reason, tally);
    }
  }

  /** What the model has not read yet becomes part of the summary; without one it goes with the next prompt. */
  async function compact(args: string, tally: TurnTally, signal: AbortSignal): Promise<TurnEnd> {
    const end = await compactCommand(agent, { args, unread: preceding.blocks }, tally, signal);
    switch (end.do) {
      case "compacted":
        preceding = nothingPrecedes;
        return answered(compactedText, tally);
      case "unchanged":
        return end.isError ? unusable(end.text, tally) : answered(end.text, tally);
      case "stop":
        if (end.compacted) preceding = nothingPrecedes;
        return stopped(end.reason, tally);
    }
  }

  /** `/output-style NAME`; without a name it lists them. */
  function setStyle(name: string, tally: TurnTally): TurnEnd {
    const { style } = parts;
    if (name === "")
      return answered(`The output style is ${style.name()}. ${styleList(style)}`, tally);
    const problem = style.choose(name);
    if (problem !== undefined) return unusable(problem, tally);
    const text = `The output style is ${style.name()} for the rest of this session; to keep it, set "outputStyle" in the settings.`;
    return answered(text, tally);
  }

  /** `/model NAME`; without a name it says which model is in use. */
  async function setModel(name: string, tally: TurnTally): Promise<TurnEnd> {
    if (name === "") return answered(`The model is ${agent.model.next().id}`, tally);
    const end = await parts.models.switchTo(name, "command");
    switch (end.do) {
      case "switched":
        return answered(`The model is now ${end.id}`, tally);
      case "stop":
        return stopped(end.reason, tally);
      case "kept":
        return end.isError ? unusable(end.why, tally) : answered(end.why, tally);
    }
  }

  async function addFolder(path: string, tally: TurnTally): Promise<TurnEnd> {
    const end = await addDirectory(agent, path);
    switch (end.do) {
      case "added":
      case "known":
        return answered(end.text, tally);
      case "fail":
        return unusable(end.text, tally);
      case "stop":
        return stopped(end.reason, tally);
    }
  }

  const builtIn: readonly (readonly [string, BuiltInCommand])[] = [
    ["compact", compact],
    ["resume", resume],
    ["output-style", async (name, tally) => setStyle(name, tally)],
    ["model", setModel],
    ["add-dir", addFolder],
  ];

  /** Runs a command that is built in; undefined if the text is not one. */
  async function runBuiltIn(
    text: string,
    tally: TurnTally,
    signal: AbortSignal,
  ): Promise<TurnEnd | undefined> {
    if (text.trim() === "/clear") return clear(tally);
    const end = ending(text, tally);
    if (end) return end;
    for (const [name, run] of builtIn) {
      const args = commandArguments(name, text);
      if (args !== undefined && availableCommands(parts).includes(name))
        return run(args.trim(), tally, signal);
    }
    return undefined;
  }

  return {
    async start() {
      const next = await begin(parts.source);
      switch (next.do) {
        case "continue":
          return undefined;
        case "prompt":
          return next.text;
        case "stop":
          stopOfFirstInput = next.reason;
          return undefined;
      }
    },
    async report({ text, denials, ofTeam }, tally, signal) {
      tally.denials.push(...denials);
      if (!ofTeam) return prompt(text, [], tally, signal, { isTyped: false });
      // A message of a teammate is not a prompt: no UserPromptSubmit, as recorded.
      addUserMessage(agent, [textBlock(text)]);
      return run(undefined, tally, signal);
    },
    async handle(given, tally, signal) {
      const message: PromptMessage = typeof given === "string" ? { text: given, media: [] } : given;
      const { text, media, problem, ...id } = message;
      if (message.uuid !== undefined) tally.promptUuids.push(message.uuid);
      if (problem !== undefined) return unusable(problem, tally);
      if (stopOfFirstInput !== undefined) {
        const reason = stopOfFirstInput;
        stopOfFirstInput = undefined;
        agent.emit(
          warning("a hook stopped the first turn, so this input was not used; send it again"),
        );
        return stopped(reason, tally);
      }
      return (
        (message.isVerbatim ? undefined : await runBuiltIn(text, tally, signal)) ??
        prompt(text, media, tally, signal, id)
      );
    },
  };
}
