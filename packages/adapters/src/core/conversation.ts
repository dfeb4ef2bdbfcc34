import { randomBytes } from "node:crypto";
import { type Hooks, hookText, type JsonObject, type Message, seenBy } from "@snaphook/engine";
import { type AdapterOptions, tellUserWith } from "./adapter-options.ts";
import { type Added, applyEdits, type Edit, endOf, type MessageFormat } from "./edits.ts";
import { firedEvents } from "./fired-events.ts";
import type { Ability, Limit } from "./limit.ts";
import { reportInactive } from "./report-inactive.ts";

/** What to do about a request to the model. */
export type RequestStep<Message> =
  | { readonly action: "send"; readonly messages: readonly Message[] }
  /** The model is not asked: the text is the answer. */
  | { readonly action: "end"; readonly text: string };

/** What to do when the model has finished. */
export type FinishStep = { readonly action: "finish" } | { readonly action: "send-back" };

/** What an adapter passes with every step. */
export interface StepOptions extends AdapterOptions {
  /** What the framework cannot express. */
  readonly cannot: readonly Limit[];
  readonly signal?: AbortSignal | undefined;
  /** A result as hooks get it. */
  readonly response?: (result: unknown) => unknown;
  /** What is wrong with an input that a hook rewrote, if the framework does not check it. */
  readonly validate?: (input: JsonObject) => Promise<string | undefined>;
  /** Errors by which the framework itself interrupts a tool: hooks do not get them. */
  readonly isInterrupt?: (error: unknown) => boolean;
}

const defaultContinuations = 8;

/** The state of one conversation: what hooks added to it, and whether one of them ended the turn. */
export class Conversation {
  readonly hooks: Hooks;
  /** Marks the texts of hooks: no file can contain it by chance. */
  readonly mark = randomBytes(6).toString("hex");
  readonly #isSubagent: boolean;
  readonly #atStart: Added[] = [];
  #edits: readonly Edit[] = [];
  /** Texts for the model that go with its next request. */
  readonly #pending: string[] = [];
  readonly #reported = new Set<Ability>();
  #opened: Promise<void> | undefined;
  /** Why the turn ends without another request; the answer that the application gets instead. */
  #stopped: string | undefined;
  #hadPrompt = false;
  #continuations = 0;
  /** The model has not answered the last prompt yet: the same request again is a retry. */
  #unanswered: string | undefined;

  constructor(hooks: Hooks, { isSubagent = false }: { readonly isSubagent?: boolean } = {}) {
    this.hooks = hooks;
    this.#isSubagent = isSubagent;
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  /** Fires SessionStart or SubagentStart before the first request, and says what does not run. */
  open(options: StepOptions): Promise<void> {
    this.#opened ??= this.#isSubagent ? this.#startSubagent(options) : this.#startSession(options);
    return this.#opened;
  }

  async #startSession(options: StepOptions): Promise<void> {
    await reportInactive(this.hooks, firedEvents, tellUserWith(options));
    const start = await this.hooks.fire("SessionStart", { source: "startup" }, signalOf(options));
    this.#addAtStart("SessionStart", start.messages, options);
    if (start.action === "stop") this.stop(start.reason);
    const { initialUserMessage } = start.fields;
    if (initialUserMessage !== undefined) this.report("initial-prompt", options);
    this.#reportTitle(start.fields, options);
  }

  #hasReportedTitle = false;

  #reportTitle({ sessionTitle }: { readonly sessionTitle?: unknown }, options: StepOptions): void {
    if (sessionTitle === undefined || this.#hasReportedTitle) return;
    this.#hasReportedTitle = true;
    tellUserWith(options)(
      "sessionTitle of a hook has no effect here: the application shows no title of the session",
    );
  }

  async #startSubagent(options: StepOptions): Promise<void> {
    const start = await this.hooks.fire("SubagentStart", {}, signalOf(options));
    this.#addAtStart("SubagentStart", start.messages, options);
    if (start.action === "stop") this.stop(start.reason);
  }

  #addAtStart(event: string, messages: readonly Message[], options: StepOptions): void {
    for (const text of this.textsForModel(event, messages))
      this.#atStart.push({ role: "user", text });
    this.tell(messages, options);
  }

  /** For adapters whose framework has its own place for texts: fires SessionStart, and returns what it adds. */
  async startedTexts(
    options: StepOptions,
  ): Promise<{ texts: readonly string[]; stopped?: string }> {
    if (this.isOpen) return { texts: [] };
    await this.open(options);
    const texts = this.#atStart.splice(0).map(({ text }) => text);
    return { texts, ...(this.#stopped !== undefined && { stopped: this.#stopped }) };
  }

  /** Before each request to the model. `messages` are those of the application. */
  async beforeRequest<M>(
    messages: readonly M[],
    format: MessageFormat<M>,
    options: StepOptions,
  ): Promise<RequestStep<M>> {
    await this.open(options);
    const last = messages.at(-1);
    if (last !== undefined && format.role(last) === "user" && this.#isNew(messages)) {
      const refusal = await this.#submit(format.text(last), endOf(messages), options);
      if (refusal !== undefined) return { action: "end", text: refusal };
    }
    if (this.#stopped !== undefined) return { action: "end", text: this.#stopped };
    const late = this.hooks.takeLateMessages();
    this.tell(late, options);
    const texts = [...this.#pending.splice(0), ...this.textsForModel("background", late)];
    this.#add(endOf(messages), texts.map(asUser));
    return { action: "send", messages: this.edited(messages, format) };
  }

  edited<M>(messages: readonly M[], format: MessageFormat<M>): readonly M[] {
    return applyEdits(messages, this.#edits, this.#atStart, format);
  }

  #isNew(messages: readonly unknown[]): boolean {
    return this.#unanswered !== endOf(messages).key;
  }

  /** Fires UserPromptSubmit; returns the answer to a prompt that must not reach the model. */
  async #submit(
    prompt: string,
    after: Edit["after"],
    options: StepOptions,
  ): Promise<string | undefined> {
    // A stop ends one turn; one at the start of the session ends the first.
    if (this.#hadPrompt) this.#stopped = undefined;
    this.#hadPrompt = true;
    this.#continuations = 0;
    this.#unanswered = after.key;
    // A subagent's prompt comes from the agent that started it, not from the user.
    if (this.#isSubagent || this.#stopped !== undefined) return undefined;
    const submitted = await this.hooks.fire("UserPromptSubmit", { prompt }, signalOf(options));
    this.#reportTitle(submitted.fields, options);
    this.tell(submitted.messages, options);
    this.#edits = this.#edits.filter((edit) => !isSamePlace(edit.after, after));
    if (submitted.action === "proceed") {
      this.#add(after, this.textsForModel("UserPromptSubmit", submitted.messages).map(asUser));
      return undefined;
    }
    this.#unanswered = undefined;
    this.#edits = [...this.#edits, { after, added: [], removesPrompt: true }];
    return submitted.action === "refuse"
      ? `A UserPromptSubmit hook refused this prompt: ${submitted.reasons.join("\n")}`
      : stoppedText(submitted.reason);
  }

  /** The model answered with tool calls: the turn continues with their results. */
  answered(): void {
    this.#unanswered = undefined;
  }

  /**
   * The model answered without tool calls: fires Stop or SubagentStop. `messages` are those of the application, to
   * which the answer and the reasons are added if a hook sends the agent back.
   */
  async finish(
    text: string,
    messages: readonly unknown[],
    options: StepOptions,
  ): Promise<FinishStep> {
    this.answered();
    const event = this.#isSubagent ? "SubagentStop" : "Stop";
    const end = await this.hooks.fire(
      event,
      { stop_hook_active: this.#continuations > 0, last_assistant_message: text },
      signalOf(options),
    );
    this.tell(end.messages, options);
    if (end.action !== "continue") return { action: "finish" };
    const { maxContinuations = defaultContinuations } = options;
    if (this.#continuations >= maxContinuations) {
      const times = `${maxContinuations} times`;
      tellUserWith(options)(`${event} hooks sent the agent back ${times}: the turn ends now`);
      return { action: "finish" };
    }
    this.#continuations += 1;
    const reasons = this.textsForModel(event, end.messages).map(asUser);
    this.#add(endOf(messages), [{ role: "assistant", text }, ...reasons]);
    // The next request has the same messages: its last one is not a new prompt.
    this.#unanswered = endOf(messages).key;
    return { action: "send-back" };
  }

  /** The request to the model failed. Its hooks are not waited for; they cannot change anything. */
  fail(error: unknown, options: StepOptions): void {
    if (options.signal?.aborted) return;
    const error_details = error instanceof Error ? error.message : String(error);
    this.hooks.fire("StopFailure", { error: "unknown", error_details }).then(
      ({ messages }) => this.tell(messages, options),
      (problem: unknown) => tellUserWith(options)(String(problem)),
    );
  }

  /** Ends the turn: the model is not asked again before the next prompt. */
  stop(reason: string): void {
    this.#stopped ??= stoppedText(reason);
  }

  /** Adds texts to the next request. */
  addForModel(texts: readonly string[]): void {
    this.#pending.push(...texts);
  }

  #add(after: Edit["after"], added: readonly Added[]): void {
    if (added.length > 0) this.#edits = [...this.#edits, { after, added }];
  }

  /** What hooks say to the model, marked as theirs. */
  textsForModel(event: string, messages: readonly Message[]): readonly string[] {
    return seenBy("model", messages).map(({ text }) => hookText(event, text, this.mark));
  }

  tell(messages: readonly Message[], options: AdapterOptions): void {
    for (const { text } of seenBy("user", messages)) tellUserWith(options)(text);
  }

  /** Says once that a hook wants something that the framework cannot express. */
  report(ability: Ability, { cannot, ...options }: StepOptions): void {
    const limit = cannot.find((one) => one.cannot === ability);
    if (limit === undefined || this.#reported.has(ability)) return;
    this.#reported.add(ability);
    tellUserWith(options)(`hooks cannot do this here: ${ability}: ${limit.because}`);
  }
}

const asUser = (text: string): Added => ({ role: "user", text });

const isSamePlace = (one: Edit["after"], other: Edit["after"]): boolean =>
  one.count === other.count && one.key === other.key;

const stoppedText = (reason: string): string => `A hook ended the turn: ${reason}`;

const signalOf = ({ signal }: StepOptions) => (signal === undefined ? {} : { signal });
