import type {
  JsonObject,
  PermissionAnswer,
  PermissionReply,
  ToolCallDecision,
  ToolCallRequest,
} from "@snaphook/engine";
import type { AdapterOptions } from "./adapter-options.ts";
import { callTool, decideTool, runDecided, type ToolAnswer } from "./call-tool.ts";
import type { Conversation, StepOptions } from "./conversation.ts";

type ProblemOf = (tool: string, input: JsonObject) => Promise<string | undefined>;

/** The calls of a framework that decides about approval first, and runs tools later, perhaps in another run. */
export class ToolCalls {
  readonly #conversation: Conversation;
  readonly #options: StepOptions;
  readonly #problemOf: ProblemOf | undefined;
  /** The signals of runs: frameworks do not pass them to approvals. */
  readonly #signals = new Map<string, AbortSignal | undefined>();
  readonly #decisions = new Map<string, Promise<ToolCallDecision>>();

  /** `problemOf`: what is wrong with an input that a hook made for a tool. */
  constructor(conversation: Conversation, options: StepOptions, problemOf?: ProblemOf) {
    this.#conversation = conversation;
    this.#options = options;
    this.#problemOf = problemOf;
  }

  /** The model answered with this call. */
  seen(id: string, signal: AbortSignal | undefined): void {
    this.#signals.set(id, signal);
  }

  isDecided(id: string): boolean {
    return this.#decisions.has(id);
  }

  /** Whether the user has to approve a call. Hooks are asked once. `theirs`: what the application's own rules say. */
  decide(
    call: ToolCallRequest,
    theirs: PermissionAnswer,
    signal = this.#signals.get(call.id),
  ): Promise<ToolCallDecision> {
    const known = this.#decisions.get(call.id);
    if (known !== undefined) return known;
    const permission = stricter(theirs, this.#options.permission);
    const options = { ...this.#optionsFor(call), signal, permission };
    const decision = this.#conversation
      .open(options)
      .then(() => decideTool(this.#conversation, call, options));
    this.#decisions.set(call.id, decision);
    return decision;
  }

  #optionsFor({ name }: ToolCallRequest): StepOptions {
    const problemOf = this.#problemOf;
    if (problemOf === undefined) return this.#options;
    return { ...this.#options, validate: (input) => problemOf(name, input) };
  }

  /** Runs a call. `answer`: the user's, if the call waits for approval. */
  async run<Result>(
    call: ToolCallRequest,
    execute: (input: JsonObject) => Promise<Result>,
    signal: AbortSignal | undefined,
    answer: PermissionReply,
  ): Promise<ToolAnswer<Result>> {
    const decision = await this.#decisions.get(call.id);
    this.#decisions.delete(call.id);
    this.#signals.delete(call.id);
    const options = { ...this.#optionsFor(call), signal };
    return decision === undefined
      ? callTool(this.#conversation, call, execute, options)
      : runDecided(this.#conversation, decision, execute, { ...options, answer });
  }
}

/** What the application's approvals say, unless its rules already refuse the call. */
const stricter =
  (theirs: PermissionAnswer, permission: AdapterOptions["permission"]) =>
  async (call: ToolCallRequest): Promise<PermissionAnswer> => {
    const ours = (await permission?.(call)) ?? "allow";
    return theirs === "allow" || (typeof ours === "object" && "deny" in ours) ? ours : theirs;
  };
