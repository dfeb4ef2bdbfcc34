import { randomUUID } from "node:crypto";
import type { CommandExpansion } from "../commands/expand-command.ts";
import type { CommandPart } from "../commands/inline-commands.ts";
import type { MediaBlock, TextBlock } from "../conversation/message.ts";
import { type CallEnd, notRun } from "../effects/call-end.ts";
import { errorText } from "../error-text.ts";
import type { Agent } from "./agent.ts";
import type { AgentOptions } from "./agent-options.ts";
import { callTool } from "./call-tool.ts";
import { withGrants } from "./command-grants.ts";
import { runTool } from "./run-tool.ts";

/** The text of a slash command for the model, or why there is none. */
export type FilledCommand =
  | {
      readonly do: "send";
      readonly text: string;
      readonly context: readonly (TextBlock | MediaBlock)[];
    }
  | { readonly do: "fail"; readonly text: string }
  | { readonly do: "stop"; readonly reason: string };

/** E25: runs the commands in the text of a slash command, one after another, and puts their output in their place. */
export async function fillCommand(
  agent: Agent,
  expanded: CommandExpansion,
  options: Pick<AgentOptions, "trustProject">,
  signal: AbortSignal,
): Promise<FilledCommand> {
  const { name, parts, text, needsTrust, source } = expanded;
  if (expanded.load) return loadText(name, () => expanded.load?.(signal));
  if (!parts) return { do: "send", text, context: [] };
  if (needsTrust && !options.trustProject) {
    const owner = source === "plugin" ? "plugin" : "project";
    const reason = `it runs commands, and the ${owner} is not trusted; to trust it for one run: --trust-project`;
    return { do: "fail", text: `/${name} was not sent: ${reason}` };
  }
  return withGrants(agent, expanded, options, () => runParts(agent, name, parts, signal));
}

/** The text of a command that has no file. */
async function loadText(
  name: string,
  load: () => Promise<string> | undefined,
): Promise<FilledCommand> {
  try {
    return { do: "send", text: (await load()) ?? "", context: [] };
  } catch (error) {
    return { do: "fail", text: `/${name} was not sent: ${errorText(error)}` };
  }
}

async function runParts(
  agent: Agent,
  name: string,
  parts: readonly CommandPart[],
  signal: AbortSignal,
): Promise<FilledCommand> {
  const texts: string[] = [];
  const context: (TextBlock | MediaBlock)[] = [];
  for (const part of parts) {
    if (part.kind === "text") {
      texts.push(part.text);
      continue;
    }
    const end = await runInline(agent, part.command, signal);
    signal.throwIfAborted();
    if (end.next.do === "stop") return { do: "stop", reason: end.next.reason };
    if (end.call === "refused" || end.call === "not-run" || end.next.do !== "continue")
      return {
        do: "fail",
        text: `/${name} was not sent: ${part.command} did not run: ${end.text}`,
      };
    texts.push(end.text);
    context.push(...end.context);
  }
  return { do: "send", text: texts.join(""), context };
}

/** Section 12 of the contract: like a call of the model, or without any event. */
async function runInline(agent: Agent, command: string, signal: AbortSignal): Promise<CallEnd> {
  const input = { command };
  if (agent.profile.inlineCommand === "as-tool-call")
    return callTool(agent, { type: "tool_use", id: randomUUID(), name: "Bash", input }, [], signal);
  const { tools, context, permissions } = agent;
  const bash = tools.get("Bash");
  if (!bash) return notRun("there is no tool Bash");
  const parsed = bash.parse(input, context);
  if (!parsed.ok) return notRun(parsed.problem);
  const answer = await permissions.judge(bash, parsed.input, context.cwd());
  if (answer !== "allow") return notRun(refusal(answer));
  const done = { context: [], messages: [], next: { do: "continue" } } as const;
  try {
    const { run, changes } = await runTool(agent, bash, { id: randomUUID(), ...parsed }, signal);
    const response = await run;
    const text = [bash.text(response), ...changes].join("\n\n");
    return { ...done, call: "ran", response, text };
  } catch (error) {
    return { ...done, call: "failed", text: errorText(error) };
  }
}

type Answer = Awaited<ReturnType<Agent["permissions"]["judge"]>>;

function refusal(answer: Exclude<Answer, "allow">): string {
  const [text] = typeof answer === "string" ? [] : Object.values(answer);
  return (
    text ?? "no rule allows it; name it in allowed-tools of the command, such as Bash(git status:*)"
  );
}
