import type { Model, ModelAnswer } from "@snaphook/agent";

/** A tool call that the model asks for. */
export interface AskedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const usage = {
  input_tokens: 1,
  output_tokens: 1,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};
const answerOf = (content: ModelAnswer["content"]): ModelAnswer => ({
  id: "answer",
  model: "code",
  content,
  stopReason: "tool_use",
  usage,
});

/** A model in code: one call, then a text. Measures the time from the first request to the second. */
export function timingModel(call: () => AskedCall): { readonly model: Model; took(): number } {
  let asked: number[] = [];
  return {
    took: () => {
      const [first = Number.NaN, second = Number.NaN] = asked;
      asked = [];
      return second - first;
    },
    model: {
      id: "code",
      async answer() {
        asked.push(performance.now());
        if (asked.length > 1) return answerOf([{ type: "text", text: "done" }]);
        return answerOf([{ type: "tool_use", id: `toolu_${performance.now()}`, ...call() }]);
      },
    },
  };
}
