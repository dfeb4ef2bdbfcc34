import {
  type EventName,
  eventNames,
  type Hooks,
  isEventName,
  type JsonObject,
  type Message,
  type Outcome,
  seenBy,
} from "@snaphook/engine";
import { type AdapterOptions, tellUserWith } from "../core/adapter-options.ts";
import { decideTool } from "../core/call-tool.ts";
import type { StepOptions } from "../core/conversation.ts";
import { conversationOf } from "../core/conversations.ts";
import { canUseTool } from "./can-use-tool.ts";
import { cannot } from "./cannot.ts";
import { type CallbackOutput, outputOf, specific, stopped } from "./output-of.ts";
import { permissionOf } from "./permission-of.ts";

/** The options of `query`, as far as hooks change them. */
export interface QueryOptions {
  readonly hooks?: Readonly<Record<string, readonly object[] | undefined>>;
  readonly canUseTool?: unknown;
}

interface CallbackInput {
  readonly hook_event_name: string;
}

type Callback = (
  input: CallbackInput,
  toolUseId: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<CallbackOutput>;

/** Longer than any hook of ours may take: the engine applies the limits of its hooks. */
const timeout = 24 * 60 * 60;

/**
 * Puts hooks into the options of `query`: the same options, with our engine as one hook of every event. The executable
 * does not read hooks from files then, unless `settingSources` tells it to: leave it out, or they run twice.
 */
export function withHooks<O extends object>(
  queryOptions: O & QueryOptions,
  hooks: Hooks,
  adapterOptions: AdapterOptions = {},
): NoInfer<O> {
  const options: StepOptions = { ...adapterOptions, cannot };
  const tellUser = tellUserWith(options);
  const conversation = conversationOf(hooks);
  let continuations = 0;
  /** Calls whose PermissionRequest hooks have run, because a PreToolUse hook or a rule asks. */
  const asked = new Set<string>();

  const tell = (messages: readonly Message[]): void => {
    for (const { text } of seenBy("user", messages)) tellUser(text);
  };

  async function beforeTool(input: JsonObject, signal: AbortSignal): Promise<CallbackOutput> {
    const { tool_name, tool_input, tool_use_id, ...fields } = input;
    const call = {
      id: String(tool_use_id),
      name: String(tool_name),
      input: tool_input as JsonObject,
      fields,
    };
    const decision = await decideTool(conversation, call, { ...options, signal });
    tell(decision.messages);
    if (decision.action === "stopped")
      return {
        ...stopped(decision.reason),
        // The executable ends the turn after the call, so the call has to be refused too.
        ...specific(
          "PreToolUse",
          permissionOf({ ...decision, action: "refused", reasons: [decision.reason] }, false),
        ),
      };
    const [before, question] = decision.outcomes;
    const { hookSpecificOutput = {}, ...output } = before ? outputOf(before) : {};
    if (decision.action === "ask") asked.add(call.id);
    const used = decision.action === "ask" ? decision.question.call.input : undefined;
    const updated = decision.action === "run" ? decision.input : used;
    return {
      ...output,
      ...(decision.turn === "stop" && { continue: false }),
      ...specific("PreToolUse", {
        ...hookSpecificOutput,
        ...permissionOf(decision, isGranted(before) || question?.action === "allow"),
        ...(updated !== undefined && updated !== call.input && { updatedInput: updated }),
      }),
    };
  }

  /** Whether Stop hooks have sent the agent back as often as they may. */
  function isAtLimit(event: EventName): boolean {
    const { maxContinuations = 8 } = options;
    continuations += 1;
    if (continuations <= maxContinuations) return false;
    tellUser(`${event} hooks sent the agent back ${maxContinuations} times: the turn ends now`);
    return true;
  }

  async function fired(
    event: EventName,
    input: JsonObject,
    signal: AbortSignal,
  ): Promise<CallbackOutput> {
    const { texts, stopped: reason } = await conversation.startedTexts(options);
    if (reason !== undefined) return { ...stopped(reason), decision: "block", reason };
    if (event === "UserPromptSubmit") continuations = 0;
    const outcome = await hooks.fire(event, renamed(input, options) as never, { signal });
    const late = carriesContext.includes(event) ? hooks.takeLateMessages() : [];
    tell([...outcome.messages, ...late]);
    if (sendsBack(outcome) && isAtLimit(event)) return {};
    return outputOf(outcome, [...texts, ...seenBy("model", late).map(({ text }) => text)]);
  }

  const callback: Callback = async ({ hook_event_name: event, ...input }, id, { signal }) => {
    if (event === "PreToolUse") return beforeTool(input, signal);
    if (!isEventName(event) || isOurs(event, input)) return {};
    if (event === "PermissionRequest" && asked.delete(id ?? "")) return {};
    return fired(event, input, signal);
  };

  const ours = eventNames.map((event) => [
    event,
    [...(queryOptions.hooks?.[event] ?? []), { hooks: [callback], timeout, onFailure: "block" }],
  ]);
  const { ask } = options;
  return {
    ...queryOptions,
    hooks: Object.fromEntries(ours),
    ...(ask && queryOptions.canUseTool === undefined && { canUseTool: canUseTool(ask) }),
  };
}

/** The SDK does not always fire these two for callbacks: the adapter does, with the first prompt and in `endSession`. */
const isOurs = (event: EventName, { source }: JsonObject): boolean =>
  event === "SessionEnd" || (event === "SessionStart" && source === "startup");

/** Events whose context reaches the model at once. */
const carriesContext: readonly EventName[] = [
  "UserPromptSubmit",
  "PostToolUse",
  "PostToolUseFailure",
];

/** Tool events with the names that hooks know. */
function renamed(input: JsonObject, { toolNames = {} }: AdapterOptions): JsonObject {
  const { tool_name } = input;
  if (typeof tool_name !== "string" || !Object.hasOwn(toolNames, tool_name)) return input;
  return { ...input, tool_name: toolNames[tool_name] };
}

const sendsBack = ({ kind, action }: Outcome): boolean =>
  kind === "turn-end" && action === "continue";

const isGranted = (before: Outcome | undefined): boolean =>
  before?.kind === "tool-call" && before.action === "proceed" && before.permission === "granted";
