import { randomUUID } from "node:crypto";
import { shortLine } from "@snaphook/engine/internal";
import { type CommandExpansion, expandCommand } from "../commands/expand-command.ts";
import type { MediaBlock } from "../conversation/message.ts";
import { textBlock } from "../effects/hook-text.ts";
import { openTranscript } from "../sessions/open-transcript.ts";
import { addUserMessage } from "./add-user-message.ts";
import type { EndReason } from "./agent-event.ts";
import { availableCommands, beginConversation } from "./begin-conversation.ts";
import { commandArguments } from "./command-arguments.ts";
import { modelOfCommand, withGrants } from "./command-grants.ts";
import { withCommandHooks } from "./command-hooks.ts";
import { compactCommand, compactedText } from "./compact-command.ts";
import { fireSessionEnd } from "./end-session.ts";
import { fillCommand } from "./fill-command.ts";
import { inputEnds } from "./input-ends.ts";
import { deliverQueued } from "./interactive/deliver-queued.ts";
import { interruptible, type OnAdded } from "./interactive/interruptible.ts";
import { messageOf, type QueuedPrompt } from "./interactive/prompt-queue.ts";
import { runTypedCommand } from "./interactive/run-typed-command.ts";
import type { Prompt, PromptMessage } from "./prompt.ts";
import { resumeSession } from "./resume-command.ts";
import { runTurn } from "./run-turn.ts";
import type { SessionParts } from "./session-parts.ts";
import { type BuiltInCommand, settingCommands } from "./setting-commands.ts";
import type { AgentReport } from "./subagents/background-agents.ts";
import { type Preceding, submitPrompt } from "./submit-prompt.ts";
import type { TurnEnd } from "./turn-result.ts";
import type { TurnTally } from "./turn-tally.ts";
import { warning } from "./warning.ts";

/** What inputs do to the conversations of a session. */
export interface InputHandler {
  /** Begins the first conversation; returns the initial message of a hook, if there is one (A5). */
  start(): Promise<string | undefined>;
  /** One input: a prompt, a command of a file, or a built-in command. */
  handle(prompt: Prompt, tally: TurnTally, signal: AbortSignal): Promise<TurnEnd>;
  /** Prompts that waited; those that were checked share one turn. */
  handleQueued(
    prompts: readonly QueuedPrompt[],
    tally: TurnTally,
    signal: AbortSignal,
  ): Promise<TurnEnd>;
  /** `!command` of the user: runs it, and the model reads what it printed. */
  runTypedCommand(command: string, tally: TurnTally, signal: AbortSignal): Promise<TurnEnd>;
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

/** As recorded: a prompt that no one typed. */
const notification = (text: string): string => `<task-notification>\n${text}\n</task-notification>`;

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

  const { stopped, answered, unusable } = inputEnds(agent);

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
      onAdded = () => {},
      stopActive = false,
    }: Partial<PromptMessage> & {
      readonly isTyped?: boolean;
      readonly onAdded?: OnAdded;
      /** A hook sent the agent to work. */
      readonly stopActive?: boolean;
    } = {},
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
    parts.turn.takePrompts();
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
        onAdded(uuid);
        tally.model = expanded && modelOfCommand(expanded, options);
        return run(expanded, tally, signal, stopActive);
    }
  }

  /** The model is asked, with the hooks and grants of a command if there is one. */
  const run = (
    command: CommandExpansion | undefined,
    tally: TurnTally,
    signal: AbortSignal,
    stopActive = false,
  ): Promise<TurnEnd> =>
    withCommandHooks(agent, command, async () => {
      const turn = () => runTurn(agent, tally, signal, stopActive);
      try {
        return await (command ? withGrants(agent, command, options, turn) : turn());
      } finally {
        await parts.skills.endGrants();
      }
    });

  /** An input that the user can interrupt; what precedes a withdrawn prompt precedes the next one. */
  async function withdrawable(
    prompts: readonly Prompt[],
    tally: TurnTally,
    signal: AbortSignal,
    work: (onAdded: OnAdded) => Promise<TurnEnd>,
  ): Promise<TurnEnd> {
    const before = preceding;
    const end = await interruptible(agent, prompts, tally, signal, work);
    if (end.withdrawnPrompts) preceding = before;
    return end;
  }

  /** E15: `/exit`, `/quit` and `/logout` end the session. */
  function ending(text: string, tally: TurnTally): TurnEnd | undefined {
    const end = endings.get(text.trim());
    return end && { ...answered(end.text, tally), endsSession: end.reason };
  }

  /** `/resume ID`: the conversation of an earlier session continues (E1, E15). */
  async function resume(args: string, tally: TurnTally, signal: AbortSignal): Promise<TurnEnd> {
    const step = await resumeSession(parts, args, signal);
    if (step.do === "refuse") return unusable(step.why, tally);
    return afterBegin("resume", step.text, tally, step.source);
  }

  /** G8: the conversation ends, and a new one begins in a new session file. */
  async function clear(tally: TurnTally, signal: AbortSignal): Promise<TurnEnd> {
    await fireSessionEnd(agent, "clear", signal);
    agent.hooks().config.clearEnvironmentFiles();
    const { transcript } = state;
    state.transcript = await openTranscript({ folder, sessionId: randomUUID(), fresh: true });
    transcript.close();
    state.title = undefined;
    state.lastResponseAt = undefined;
    agent.conversation.clear();
    // Section 12 of the contract: the command may be part of the conversation.
    if (agent.profile.slashCommandOutput === "conversation")
      addUserMessage(agent, [textBlock("The user ran the command /clear.")]);
    return afterBegin("clear", "", tally);
  }

  /** Begins the conversation that replaces another one; `text` is the answer to the command. */
  async function afterBegin(
    command: "clear" | "resume",
    text: string,
    tally: TurnTally,
    source: string = command,
  ): Promise<TurnEnd> {
    const next = await begin(source);
    switch (next.do) {
      case "continue":
        return answered(text, tally);
      case "prompt":
        agent.emit(
          warning(
            `the initialUserMessage of a SessionStart hook was not sent, because it is not used after /${command}`,
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

  const builtIn: readonly (readonly [string, BuiltInCommand])[] = [
    ["compact", compact],
    ["resume", resume],
    ...settingCommands(parts),
  ];

  /** Runs a command that is built in; undefined if the text is not one. */
  async function runBuiltIn(
    text: string,
    tally: TurnTally,
    signal: AbortSignal,
  ): Promise<TurnEnd | undefined> {
    if (text.trim() === "/clear") return clear(tally, signal);
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
    async report({ text, denials, ofTeam, isWake = false }, tally, signal) {
      tally.denials.push(...denials);
      let isAdded = ofTeam ?? false;
      const onAdded = () => {
        isAdded = true;
      };
      const end = await withdrawable([], tally, signal, () => {
        if (!ofTeam)
          return prompt(notification(text), [], tally, signal, {
            isTyped: false,
            stopActive: isWake,
            onAdded,
          });
        // A message of a teammate is not a prompt: no UserPromptSubmit, as recorded.
        addUserMessage(agent, [textBlock(text)]);
        return run(undefined, tally, signal);
      });
      if (!isAdded && end.terminal.startsWith("aborted_"))
        agent.emit(
          warning(`the model did not get this, because you interrupted: ${shortLine(text)}`),
        );
      return end;
    },
    async handleQueued(queued, tally, signal) {
      const [first] = queued;
      const texts = queued.map(({ message }) => message.text);
      agent.emit({ type: "queued-sent", prompts: texts, beginsTurn: true });
      if (first && first.context === undefined) return handle(first.message, tally, signal);
      const prompts = queued.map(({ message }) => message);
      return withdrawable(prompts, tally, signal, async (onAdded) => {
        parts.turn.takePrompts();
        const checkpoint = await agent.checkpoint();
        if (checkpoint.do === "stop") return stopped(checkpoint.reason, tally);
        for (const one of queued) {
          const stop = await deliverQueued(agent, one, tally, signal, takePreceding());
          // The uuid of the first: what follows it is withdrawn with it.
          onAdded(first?.message.uuid ?? one.message.uuid);
          if (stop !== undefined) return stopped(stop, tally);
        }
        return run(undefined, tally, signal);
      });
    },
    async runTypedCommand(command, tally, signal) {
      return withdrawable([], tally, signal, async () => {
        const { text, stop } = await runTypedCommand(agent, command, signal);
        const { blocks, head } = takePreceding();
        addUserMessage(agent, [...blocks, textBlock(`${head}${text}`)]);
        signal.throwIfAborted();
        if (stop !== undefined) return stopped(stop, tally);
        parts.turn.takePrompts();
        return run(undefined, tally, signal);
      });
    },
    handle,
  };

  async function handle(given: Prompt, tally: TurnTally, signal: AbortSignal): Promise<TurnEnd> {
    const message = messageOf(given);
    const { text, media, problem, ...id } = message;
    if (message.uuid !== undefined) tally.promptUuids.push(message.uuid);
    if (problem !== undefined) return unusable(problem, tally);
    if (stopOfFirstInput !== undefined) {
      const reason = stopOfFirstInput;
      stopOfFirstInput = undefined;
      agent.emit(
        warning("a hook stopped the first turn, so this input was not used; send it again"),
      );
      const end = stopped(reason, tally);
      return options.headless === false ? { ...end, withdrawnPrompts: [given] } : end;
    }
    return (
      (message.isVerbatim ? undefined : await runBuiltIn(text, tally, signal)) ??
      withdrawable([given], tally, signal, (onAdded) =>
        prompt(text, media, tally, signal, { ...id, onAdded }),
      )
    );
  }
}
