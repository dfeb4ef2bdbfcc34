import { randomUUID } from "node:crypto";
import type { PermissionQuestion, PermissionReply } from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";
import { brand, visibleText } from "@snaphook/protocol";
import type { JsonMessage } from "../messages/message.ts";

/** Asks the user through the client, by elicitation. */
export interface ClientQuestions {
  /** What the client can do, as it says in `initialize`. */
  learn(capabilities: unknown): void;
  canAsk(): boolean;
  ask(question: PermissionQuestion & { readonly signal?: AbortSignal }): Promise<PermissionReply>;
  /** Takes an answer of the client; false if it is not one to a question of ours. */
  answer(message: JsonMessage): boolean;
  /** The client is gone: every question is answered with no. */
  close(): void;
}

type Reply = (reply: PermissionReply) => void;

const schema = {
  type: "object",
  properties: {
    approve: { type: "boolean", title: "Run this call", default: false },
  },
  required: ["approve"],
} as const;

/** Longer inputs are cut in the middle, so that nothing can be hidden at the end; the question says how much is missing. */
const maxInput = 4000;

export function clientQuestions(toClient: (text: string) => void): ClientQuestions {
  const open = new Map<string, Reply>();
  let able = false;
  return {
    learn: (capabilities) => {
      able = isObject(capabilities) && canFillForms(capabilities["elicitation"]);
    },
    canAsk: () => able,
    ask: ({ signal, ...question }) =>
      new Promise((resolve) => {
        const id = `${brand.command}-${randomUUID()}`;
        const cancel = () => {
          if (!open.delete(id)) return;
          send("notifications/cancelled", { requestId: id });
          resolve({ behavior: "deny", message: "the call was cancelled" });
        };
        open.set(id, (reply) => {
          signal?.removeEventListener("abort", cancel);
          resolve(reply);
        });
        signal?.addEventListener("abort", cancel, { once: true });
        send("elicitation/create", { message: inWords(question), requestedSchema: schema }, id);
      }),
    answer(message) {
      const { id } = message;
      const reply = typeof id === "string" ? open.get(id) : undefined;
      if (typeof id !== "string" || reply === undefined) return false;
      open.delete(id);
      reply(replyOf(message));
      return true;
    },
    close() {
      for (const reply of open.values())
        reply({ behavior: "deny", message: "the client ended before the user answered" });
      open.clear();
    },
  };

  function send(method: string, params: object, id?: string): void {
    toClient(
      JSON.stringify({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method, params }),
    );
  }
}

/** Without modes, or with the mode `form`. */
const canFillForms = (elicitation: unknown): boolean =>
  isObject(elicitation) && (Object.keys(elicitation).length === 0 || "form" in elicitation);

function inWords({ call, reasons }: PermissionQuestion): string {
  const input = JSON.stringify(call.input);
  const missing = input.length - maxInput;
  const half = maxInput / 2;
  const shown =
    missing > 0
      ? `${input.slice(0, half)}… (${missing} of ${input.length} characters are not shown) …${input.slice(-half)}`
      : input;
  const why = reasons.map((reason) => `\n${reason}`).join("");
  return visibleText(`Run ${call.name} with ${shown}?${why}`);
}

/** Only a clear yes runs the call. */
function replyOf({ result, error }: JsonMessage): PermissionReply {
  if (error !== undefined) {
    const why = isObject(error) ? String(error["message"] ?? "") : "";
    return {
      behavior: "deny",
      message: `the client could not ask the user: ${why || "no reason"}`,
    };
  }
  const { action, content } = isObject(result) ? result : {};
  if (action === "accept") {
    const approve = isObject(content) ? content["approve"] : undefined;
    if (typeof approve === "boolean") return approve;
    return { behavior: "deny", message: "the client gave no valid answer of the user" };
  }
  if (action === "decline") return false;
  return { behavior: "deny", message: "the user closed the question without an answer" };
}
