import {
  type JsonObject,
  type PermissionReply,
  type RunOptions,
  resultForModel,
  type ToolCallDecision,
  type ToolCallRequest,
  type ToolCallResult,
} from "@snaphook/engine";
import { tellUserWith } from "./adapter-options.ts";
import type { Conversation, StepOptions } from "./conversation.ts";

/** What became of a tool call, for the framework. */
export type ToolAnswer<Result> =
  /** `output` is the result, or what a hook put in its place. */
  | { readonly action: "ran"; readonly output: Result }
  | { readonly action: "failed"; readonly error: unknown }
  /** The tool did not run; the text says why, for the model. */
  | { readonly action: "refused"; readonly text: string };

type Execute<Result> = (input: JsonObject) => Promise<Result>;

/** The call as hooks know it. */
const namedForHooks = (
  call: ToolCallRequest,
  { toolNames = {} }: StepOptions,
): ToolCallRequest => ({
  ...call,
  name: Object.hasOwn(toolNames, call.name) ? (toolNames[call.name] ?? call.name) : call.name,
});

const callOptions = (
  call: ToolCallRequest,
  { permission, signal, response, validate, isInterrupt }: StepOptions,
): RunOptions<unknown> => ({
  ...(response && { response }),
  ...(validate && { validate }),
  ...(isInterrupt && {
    beforeHooks: async (ended) => ended.action === "ran" || !isInterrupt(ended.error),
  }),
  ...(permission && { permission: (input) => permission({ ...call, input }) }),
  ...(signal && { signal }),
});

/** One tool call from start to end. What hooks say about it goes with the next request to the model. */
export async function callTool<Result>(
  conversation: Conversation,
  call: ToolCallRequest,
  execute: Execute<Result>,
  options: StepOptions,
): Promise<ToolAnswer<Result>> {
  await conversation.open(options);
  const named = namedForHooks(call, options);
  const { ask } = options;
  const done = await conversation.hooks.tool(named, execute, {
    ...callOptions(named, options),
    ...(ask && { ask }),
  });
  const needsApproval = done.outcomes.some(({ action }) => action === "ask");
  if (needsApproval && ask === undefined) conversation.report("framework-approval", options);
  return deliver(conversation, done, options);
}

/** The first half of a call, for frameworks that ask the user themselves. */
export function decideTool(
  { hooks }: Conversation,
  call: ToolCallRequest,
  options: StepOptions,
): Promise<ToolCallDecision> {
  const named = namedForHooks(call, options);
  const canAsk = options.ask !== false;
  const { permission, validate, signal } = callOptions(named, options);
  return hooks.decide(named, {
    canAsk,
    ...(permission && { permission }),
    ...(validate && { validate }),
    ...(signal && { signal }),
  });
}

/** The second half. `answer`: the user's, if the decision asks for one. */
export async function runDecided<Result>(
  conversation: Conversation,
  decision: ToolCallDecision,
  execute: Execute<Result>,
  { answer, ...options }: StepOptions & { readonly answer?: PermissionReply },
): Promise<ToolAnswer<Result>> {
  const done = await conversation.hooks.run(decision, execute, {
    ...callOptions(decision.call, options),
    ...(answer !== undefined && { answer }),
  });
  return deliver(conversation, done, options);
}

function deliver<Result>(
  conversation: Conversation,
  done: ToolCallResult<Result>,
  options: StepOptions,
): ToolAnswer<Result> {
  const { mark } = conversation;
  conversation.tell(done.messages, options);
  options.signal?.throwIfAborted();
  const { text, context, later } = resultForModel(done, undefined, { mark });
  conversation.addForModel([...context, ...textsAfter(done, mark), ...later]);
  if (done.turn === "stop") conversation.stop(done.action === "stopped" ? done.reason : text);
  switch (done.action) {
    case "ran": {
      for (const warning of done.warnings) tellUserWith(options)(warning);
      const output = done.updatedOutput === undefined ? done.result : done.updatedOutput;
      return { action: "ran", output: output as Result };
    }
    case "failed":
      return { action: "failed", error: done.error };
    default:
      return { action: "refused", text };
  }
}

/** What PostToolUse hooks say beside the result, which the framework gets unchanged. */
function textsAfter<Result>(done: ToolCallResult<Result>, mark: string): readonly string[] {
  if (done.action !== "ran" && done.action !== "failed") return [];
  const withoutResult = { ...done, action: "failed" as const, error: "" };
  const { text } = resultForModel(withoutResult, undefined, { mark });
  return text === "" ? [] : [text];
}
