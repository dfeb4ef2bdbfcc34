import type { CallbackHandler, EventName } from "@snaphook/protocol";
import type { JsonObject } from "../stages/hook-event.ts";
import type { ToolCallOptions } from "../tool/call-tool.ts";
import { openHooks } from "./open-hooks.ts";

type Answers = Partial<Record<EventName, object | readonly object[]>>;

/** Runs one Bash call with hooks in code that give the answers; returns the result and all hook inputs. */
export async function callWithAnswers(
  answers: Answers,
  {
    execute = async (input: JsonObject): Promise<unknown> => ({ ran: input }),
    name = "Bash",
    profile = "reference" as "reference" | "claude-code",
    ...options
  }: Partial<ToolCallOptions<unknown>> & {
    readonly execute?: (input: JsonObject) => Promise<unknown>;
    readonly name?: string;
    readonly profile?: "reference" | "claude-code";
  } = {},
) {
  const inputs: JsonObject[] = [];
  const events: EventName[] = [
    "PreToolUse",
    "PermissionRequest",
    "PostToolUse",
    "PostToolUseFailure",
  ];
  const answering =
    (answer: object): CallbackHandler["callback"] =>
    () =>
      answer;
  const hooks = Object.fromEntries(
    events.map((event) => {
      const recording: CallbackHandler["callback"] = (input) => void inputs.push(input);
      const answeringHooks = [answers[event] ?? []].flat().map(answering);
      return [event, [{ hooks: [recording, ...answeringHooks] }]];
    }),
  );
  const opened = await openHooks({ profile, hooks });
  const result = await opened.hooks.tool(
    { name, input: { command: "ls" }, id: "call_1" },
    execute,
    options,
  );
  return { result, inputs, events: inputs.map((input) => input["hook_event_name"]) };
}
