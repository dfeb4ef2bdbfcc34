import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ModelAnswer } from "./model-answer.ts";

/** The scripted model as a chat model. */
export class ScriptedModel extends BaseChatModel {
  readonly #model: (read: string) => Promise<ModelAnswer>;

  constructor(model: (read: string) => Promise<ModelAnswer>) {
    super({ maxRetries: 0 });
    this.#model = model;
  }

  _llmType(): string {
    return "scripted";
  }

  override bindTools() {
    return this;
  }

  async _generate(messages: BaseMessage[]) {
    const { text, calls } = await this.#model(JSON.stringify(messages));
    const tool_calls = calls.map(({ id, name, input }) => ({ id, name, args: input }));
    return { generations: [{ text, message: new AIMessage({ content: text, tool_calls }) }] };
  }
}
