import { readFile } from "node:fs/promises";
import {
  type AgentContext,
  methods,
  type PermissionOption,
  type ToolCallContent,
} from "@agentclientprotocol/sdk";
import { isObject } from "@snaphook/engine/internal";
import { errorText } from "../../error-text.ts";
import type { PermissionQuestion, PermissionReply } from "../../loop/agent-options.ts";
import { askQuestions, type Choose } from "./ask-questions.ts";
import { describeCall, diffContent, textContent } from "./tool-call.ts";

export interface Asking {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly cwd: string;
}

/**
 * Permission questions go to the client.
 *
 * Contract: only a chosen option that allows is a permission. An error, an unknown option or a closed connection refuses.
 */
export const askClient =
  ({ client, sessionId, cwd }: Asking) =>
  async (question: PermissionQuestion): Promise<PermissionReply> => {
    const { call, signal } = question;
    const described = describeCall(call, cwd);
    const choose: Choose = async (options, content, title = described.title) => {
      const { outcome } = await client.request(
        methods.client.session.requestPermission,
        {
          sessionId,
          toolCall: { toolCallId: call.id ?? "", ...described, title, content: [...content] },
          options: [...options],
        },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      );
      return outcome.outcome === "selected" ? outcome.optionId : undefined;
    };
    try {
      const { questions } = call.input;
      if (call.name === "AskUserQuestion" && Array.isArray(questions))
        return await askQuestions(call.input, questions, choose);
      return await askPermission(question, described.content, choose);
    } catch (error) {
      return { behavior: "deny", message: `the client did not answer: ${errorText(error)}` };
    }
  };

async function askPermission(
  { call, reasons, suggestions }: PermissionQuestion,
  content: readonly ToolCallContent[],
  choose: Choose,
): Promise<PermissionReply> {
  const shown = content.length > 0 ? content : await newContent(call.input);
  const options: readonly PermissionOption[] = [
    { optionId: "once", name: "Allow once", kind: "allow_once" },
    ...(suggestions.length === 0
      ? []
      : [{ optionId: "always", name: alwaysText(suggestions), kind: "allow_always" } as const]),
    { optionId: "no", name: "Reject", kind: "reject_once" },
  ];
  const chosen = await choose(options, [...reasons.map(textContent), ...shown]);
  switch (chosen) {
    case "once":
      return { behavior: "allow" };
    case "always":
      if (suggestions.length === 0) break;
      return { behavior: "allow", updatedPermissions: [...suggestions] };
    case "no":
      return { behavior: "deny", message: "the user rejected the call" };
    case undefined:
      return { behavior: "deny", message: "the user cancelled the question", interrupt: true };
  }
  return {
    behavior: "deny",
    message: `the client chose ${JSON.stringify(chosen)}, which was not offered`,
  };
}

/** The change that Write would make. */
async function newContent({ file_path, content }: Readonly<Record<string, unknown>>) {
  if (typeof file_path !== "string" || typeof content !== "string") return [];
  const before = await readFile(file_path, "utf8").catch(() => null);
  return [diffContent(file_path, before, content)];
}

/** What changes if the user allows this and the like. */
function alwaysText(suggestions: readonly unknown[]): string {
  const parts = suggestions.flatMap((one) => {
    if (!isObject(one)) return [];
    const { type, mode, rules, directories } = one;
    if (type === "setMode") return [`switch to ${String(mode)}`];
    if (Array.isArray(directories)) return [`work in ${directories.join(", ")}`];
    if (Array.isArray(rules)) return [`allow ${rules.map(ruleText).join(", ")}`];
    return [String(type)];
  });
  return `Always: ${parts.join(", ")}`;
}

function ruleText(rule: unknown): string {
  const { toolName, ruleContent } = isObject(rule) ? rule : {};
  return ruleContent === undefined
    ? String(toolName)
    : `${String(toolName)}(${String(ruleContent)})`;
}
