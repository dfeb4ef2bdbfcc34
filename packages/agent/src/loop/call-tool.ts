import { isDeepStrictEqual } from "node:util";
import type { PermissionAnswer } from "@snaphook/engine";
import { nearestName, shortLine } from "@snaphook/engine/internal";
import { hookView, toolNames } from "@snaphook/protocol";
import type { ToolUseBlock } from "../conversation/message.ts";
import { type CallEnd, notStarted, withContext, withTextInResult } from "../effects/call-end.ts";
import { textBlock } from "../effects/hook-text.ts";
import { errorText } from "../error-text.ts";
import { capResult } from "../long-text/cap-result.ts";
import { acceptChange } from "../tools/files/known-files.ts";
import type { Tool, ToolContext, ToolInput } from "../tools/tool.ts";
import type { Agent, Checkpoint } from "./agent.ts";
import type { AgentEvent, PermissionDenial } from "./agent-event.ts";
import { announceDenial } from "./announce-denial.ts";
import { addedDirectories, announceDirectories } from "./announce-directories.ts";
import { askAboutCall } from "./ask-about-call.ts";
import { directoryChanged } from "./directory-changed.ts";
import { interruptedCall } from "./interactive/interrupted-call.ts";
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
  if (signal.aborted) return notStarted("The user interrupted before this call ran");
  const tool = toolNamed(tools, agent.options.toolAliases?.[call.name] ?? call.name);
  if (!tool) return notStarted(unknownTool(call.name, [...tools.keys()]));
  const parsed = tool.parse(call.input, context);
  if (!parsed.ok) return notStarted(parsed.problem);
  const objection = await tool.check?.(parsed.input, context);
  if (objection !== undefined && !(await isRefused(agent, tool, parsed.input)))
    return notStarted(objection);
  const checkpoint = await agent.checkpoint();
  if (checkpoint.do === "stop")
    return notStarted(`The call did not run. ${checkpoint.reason}`, checkpoint);
  const { id } = call;
  const { name } = tool;
  const { input } = parsed;
  const inputForHooks = hookView(agent.profile, name).toHooks(input);
  const isOther = !isDeepStrictEqual(inputForHooks, input);
  emit({ type: "tool-started", id, name, input, ...(isOther && { inputForHooks }) });
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
  const asked = { id, input, objection };
  const { wasAsked, ...decided } = await decideAndRun(agent, tool, asked, signal, reportFirst);
  const end = await withCappedText(decided, context);
  // At a terminal the result of the call says it.
  if (signal.aborted && agent.options.headless === false) {
    const cut = interruptedCall(end);
    report(cut);
    return cut;
  }
  if (signal.aborted && end.call === "failed") reportEnded(agent, tool, input);
  if (end.call === "refused") await reportDenied(agent, tool, asked, end, { denials, wasAsked });
  report(end);
  return end.call === "refused" ? afterRefusal(agent, tool, asked, end, signal) : end;
}

/** At a terminal a refusal that interrupts is the last thing of its turn; hooks get to know of others. */
function afterRefusal(
  agent: Agent,
  tool: Tool,
  call: AskedCall,
  end: RefusedEnd,
  signal: AbortSignal,
): CallEnd | Promise<CallEnd> {
  if (end.next.do !== "interrupt" || agent.options.headless !== false)
    return announceDenial(agent, tool, call, end, signal);
  agent.interruptTurn();
  return end;
}

/** Notes a refused call for the result, and says why it was refused. */
async function reportDenied(
  agent: Agent,
  tool: Tool,
  { id, input }: AskedCall,
  end: RefusedEnd,
  { denials, wasAsked }: { readonly denials: PermissionDenial[]; readonly wasAsked: boolean },
): Promise<void> {
  denials.push({ tool_name: tool.name, tool_use_id: id, tool_input: input });
  if (!wasAsked) agent.emit(deniedEvent(id, tool.name, end));
  await reportRefusal(agent, tool, { id, input }, end);
}

type RefusedEnd = Extract<CallEnd, { readonly call: "refused" }>;

/** For drivers that show why a call did not run. */
const deniedEvent = (id: string, name: string, { by, reasons, text }: RefusedEnd): AgentEvent => ({
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
}

async function decideAndRun(
  agent: Agent,
  tool: Tool,
  { id, input, objection }: AskedCall,
  signal: AbortSignal,
  beforeHooks: BeforeHooks | undefined,
): Promise<CallEnd & { readonly wasAsked: boolean }> {
  const { context, permissions, emit } = agent;
  const view = hookView(agent.profile, tool.name);
  /** The input that runs, and therefore the one that is judged: a hook may omit what `parse` fills in. */
  const inputOf = (seen: ToolInput): ToolInput => {
    const hookInput = view.fromHooks(seen, input);
    const parsed = tool.parse(hookInput, context);
    return parsed.ok ? parsed.input : hookInput;
  };
  const question = askAboutCall(agent, tool, { input, inputOf }, signal);
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
          const own = { updates, isByUser: question.isByUser };
          for (const text of await agent.updatePermissions(own)) emit(warning(text));
        });
        const step = await announceDirectories(agent, added, "permission_update");
        if (step.do === "stop") stopped = step;
      },
      ...question.options,
    },
  );
  const isOver = signal.aborted && agent.profile.interruptedTool === "no-event";
  const moved = isOver ? undefined : await directoryChanged(agent, from);
  const changed = [await fileChange(tool, used, end, context), ...changedGuards].reduce(
    withTextInResult,
    end,
  );
  const shown = withNote(withBlocks(tool, changed), question.note());
  const path = end.call === "ran" && !isOver ? tool.fileRead?.(used) : undefined;
  const read = path === undefined ? shown : { ...shown, fileRead: path };
  const stop = [stopped, moved].find((step) => step?.do === "stop");
  const ended = stop && read.next.do === "continue" ? { ...read, next: stop } : read;
  return { ...ended, wasAsked: question.wasAsked() };
}

/** What the user wrote beside a yes follows the result. */
const withNote = (end: CallEnd, note: string | undefined): CallEnd =>
  note?.trim() && (end.call === "ran" || end.call === "failed")
    ? withContext(end, [textBlock(note)])
    : end;

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
