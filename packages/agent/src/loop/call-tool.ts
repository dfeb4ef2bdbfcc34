import type { PermissionAnswer } from "@snaphook/engine";
import { nearestName, shortLine } from "@snaphook/engine/internal";
import { hookView, toolNames } from "@snaphook/protocol";
import type { ToolUseBlock } from "../conversation/message.ts";
import { type CallEnd, notRun, withContext, withTextInResult } from "../effects/call-end.ts";
import { textBlock } from "../effects/hook-text.ts";
import { errorText } from "../error-text.ts";
import { capResult } from "../long-text/cap-result.ts";
import { acceptChange } from "../tools/files/known-files.ts";
import type { Tool, ToolContext, ToolInput } from "../tools/tool.ts";
import type { Agent, Checkpoint } from "./agent.ts";
import type { AgentEvent, PermissionDenial } from "./agent-event.ts";
import { announceDenial } from "./announce-denial.ts";
import { addedDirectories, announceDirectories } from "./announce-directories.ts";
import { reportRefusal } from "./report-refusal.ts";
import { runTool } from "./run-tool.ts";
import { warning } from "./warning.ts";

/**
 * One tool call, from the model's request to the result it reads.
 *
 * 1. An unknown tool, an invalid input or the tool's own objection is answered at once, without firing hooks
 *    (E17). Where a rule refuses the call anyway, that takes precedence, as for every other refused call: an objection
 *    may tell what a file contains.
 * 2. Hooks, rules and the user decide; the tool runs; PostToolUse or PostToolUseFailure is fired.
 */
export async function callTool(
  agent: Agent,
  call: ToolUseBlock,
  denials: PermissionDenial[],
  signal: AbortSignal,
  beforeHooks?: BeforeHooks,
): Promise<CallEnd> {
  const { tools, context, emit } = agent;
  if (signal.aborted) return notRun("The user interrupted before this call ran");
  const tool = toolNamed(tools, agent.options.toolAliases?.[call.name] ?? call.name);
  if (!tool) return notRun(unknownTool(call.name, [...tools.keys()]));
  const parsed = tool.parse(call.input, context);
  if (!parsed.ok) return notRun(parsed.problem);
  const objection = await tool.check?.(parsed.input, context);
  if (objection !== undefined && !(await isRefused(agent, tool, parsed.input)))
    return notRun(objection);
  const checkpoint = await agent.checkpoint();
  if (checkpoint.do === "stop")
    return notRun(`The call did not run. ${checkpoint.reason}`, checkpoint);
  const { id } = call;
  const { name } = tool;
  const { input } = parsed;
  emit({ type: "tool-started", id, name, input });
  let isReported = false;
  const report = (end: RanCall | CallEnd) => {
    if (isReported) return;
    isReported = true;
    emit({
      type: "tool-ended",
      id,
      name,
      ran: end.call === "ran" || end.call === "failed",
      isError: end.call !== "ran",
      text: end.text,
      ...(end.call === "ran" ? { response: end.response } : {}),
    });
  };
  const reportFirst: BeforeHooks | undefined =
    beforeHooks &&
    (async (ran) => {
      const capped = await withCappedText(ran, context);
      report(capped);
      return beforeHooks(capped);
    });
  let wasAsked = false;
  const onAsk = () => {
    wasAsked = true;
  };
  const asked = { id, input, objection, onAsk };
  const decided = await decideAndRun(agent, tool, asked, signal, reportFirst);
  const end = await withCappedText(decided, context);
  if (signal.aborted && end.call === "failed") reportEnded(agent, tool, input);
  if (end.call !== "refused") {
    report(end);
    return end;
  }
  denials.push({ tool_name: name, tool_use_id: id, tool_input: input });
  if (!wasAsked) emit(deniedEvent(id, name, end));
  await reportRefusal(agent, tool, input, end);
  report(end);
  return announceDenial(agent, tool, { id, input }, end, signal);
}

/** For drivers that show why a call did not run. */
const deniedEvent = (
  id: string,
  name: string,
  { by, reasons, text }: Extract<CallEnd, { readonly call: "refused" }>,
): AgentEvent => ({
  type: "permission-denied",
  id,
  name,
  by: by === "host" ? "rule" : "hook",
  reason: reasons.join("\n"),
  text,
});

/** Whether rules or the mode refuse a call, whatever hooks and the user say. */
async function isRefused(agent: Agent, tool: Tool, input: ToolInput): Promise<boolean> {
  return denies(await agent.permissions.judge(tool, input, agent.context.cwd()));
}

const denies = (answer: PermissionAnswer): boolean =>
  typeof answer === "object" && "deny" in answer;

/** A command that the interrupt ended may have done half of its work. */
function reportEnded({ emit }: Agent, tool: Tool, input: ToolInput): void {
  const access = tool.access(input);
  if (access.kind === "command")
    emit(warning(`the command ${shortLine(access.command)} was interrupted`));
}

const withCappedText = async <End extends RanCall | CallEnd>(
  end: End,
  { sessionFolder }: ToolContext,
): Promise<End> => ({ ...end, text: await capResult(end.text, sessionFolder) });

/** A call that has run, and whose hooks have not. */
export type RanCall =
  | { readonly call: "ran"; readonly text: string; readonly response: unknown }
  | { readonly call: "failed"; readonly text: string };

/** Waited for between a tool and its hooks; false: they do not run (V2). */
type BeforeHooks = (ran: RanCall) => Promise<boolean>;

interface AskedCall {
  readonly id: string;
  readonly input: ToolInput;
  /** Why the tool cannot run with this input, though a rule refuses it already: it does not run with another one either. */
  readonly objection: string | undefined;
  onAsk(): void;
}

async function decideAndRun(
  agent: Agent,
  tool: Tool,
  { id, input, objection, onAsk }: AskedCall,
  signal: AbortSignal,
  beforeHooks: BeforeHooks | undefined,
): Promise<CallEnd> {
  const { context, permissions, options, emit } = agent;
  const { ask } = options;
  const view = hookView(agent.profile, tool.name);
  /** The input that runs, and therefore the one that is judged: a hook may omit what `parse` fills in. */
  const inputOf = (seen: ToolInput): ToolInput => {
    const hookInput = view.fromHooks(seen, input);
    const parsed = tool.parse(hookInput, context);
    return parsed.ok ? parsed.input : hookInput;
  };
  const from = context.cwd();
  let used = input;
  let changedGuards: readonly string[] = [];
  let stopped: Checkpoint = { do: "continue" };
  const end = await agent.dispatchCall(
    tool,
    {
      name: view.name,
      input: view.toHooks(input),
      id,
      ...(tool.eventFields && { fields: tool.eventFields }),
    },
    async (seen) => {
      used = inputOf(seen);
      const { run, changes } = await runTool(agent, tool, { id, input: used }, signal);
      changedGuards = changes;
      return run;
    },
    {
      signal,
      async permission(seen) {
        const answer = await permissions.judge(tool, inputOf(seen), context.cwd());
        return objection === undefined || denies(answer) ? answer : { deny: objection };
      },
      appliesSettingsRules: true,
      suggestions: (seen) => permissions.suggestions(tool, inputOf(seen), context.cwd()),
      validate: (seen) => {
        const parsed = tool.parse(view.fromHooks(seen, input), context);
        return parsed.ok ? undefined : parsed.problem;
      },
      normalise: (seen) => view.toHooks(inputOf(seen)),
      validateOutput: (output) => tool.validateOutput(output),
      ...(beforeHooks && {
        beforeHooks: (ended) =>
          beforeHooks(
            ended.action === "ran"
              ? { call: "ran", text: tool.text(ended.result), response: ended.result }
              : { call: "failed", text: errorText(ended.error) },
          ),
      }),
      async updatePermissions(updates) {
        const added = await addedDirectories(agent, async () => {
          for (const text of await permissions.update(updates)) emit(warning(text));
        });
        const step = await announceDirectories(agent, added, "permission_update");
        if (step.do === "stop") stopped = step;
      },
      ...(ask && permissions.mode() !== "dontAsk"
        ? {
            ask: ({ call, reasons, suggestions }) => {
              onAsk();
              return ask({
                call: { ...call, name: tool.name, input: inputOf(call.input) },
                reasons,
                suggestions,
                signal,
              });
            },
          }
        : {}),
    },
  );
  const isOver = signal.aborted && agent.profile.interruptedTool === "no-event";
  const moved = isOver ? undefined : await directoryChanged(agent, from);
  const changed = [await fileChange(tool, used, end, context), ...changedGuards].reduce(
    withTextInResult,
    end,
  );
  const shown = withBlocks(tool, changed);
  const path = end.call === "ran" && !isOver ? tool.fileRead?.(used) : undefined;
  const read = path === undefined ? shown : { ...shown, fileRead: path };
  const stop = [stopped, moved].find((step) => step?.do === "stop");
  return stop && read.next.do === "continue" ? { ...read, next: stop } : read;
}

/** Adds what the tool shows the model after the result. */
function withBlocks(tool: Tool, end: CallEnd): CallEnd {
  if (end.call !== "ran") return end;
  const shown = withContext(end, tool.media?.(end.response) ?? []);
  const text = tool.textAfter?.(end.response);
  return text === undefined
    ? shown
    : { ...withContext(shown, [textBlock(text)]), hasTextAfter: true };
}

/** What hooks did to the file that the call wrote, a formatter for example. */
async function fileChange(
  tool: Tool,
  input: ToolInput,
  { call }: CallEnd,
  context: ToolContext,
): Promise<string | undefined> {
  const access = call === "ran" ? tool.access(input) : undefined;
  return access?.kind === "edit" ? acceptChange(access.path, context) : undefined;
}

/** Fires CwdChanged if a command ended in another directory than it began in; a stop ends the turn (G10). */
async function directoryChanged(agent: Agent, from: string): Promise<Checkpoint> {
  const to = agent.context.cwd();
  if (to === from) return { do: "continue" };
  const step = await agent.dispatch("CwdChanged", { old_cwd: from, new_cwd: to });
  agent.watched.takePaths(step.fields);
  switch (step.do) {
    case "continue":
      return { do: "continue" };
    case "stop":
      return { do: "stop", reason: step.reason };
  }
}

/** M5: a tool may have a former name, which models still use. */
export const toolNamed = (tools: ReadonlyMap<string, Tool>, name: string): Tool | undefined =>
  toolNames(name)
    .map((one) => tools.get(one))
    .find((tool) => tool !== undefined);

function unknownTool(name: string, names: readonly string[]): string {
  if (names.length === 0) return `There is no tool ${name}. This agent has no tools.`;
  const near = nearestName(name, names);
  return `There is no tool ${name}.${near === undefined ? "" : ` Did you mean ${near}?`} The tools are: ${names.join(", ")}`;
}
