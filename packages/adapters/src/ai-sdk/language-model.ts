// The parts of the AI SDK's interface of models (v3 and v4) that the adapter uses.

export interface PromptMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
}

export interface CallOptions {
  readonly prompt: readonly PromptMessage[];
  readonly abortSignal?: AbortSignal;
}

export interface Content {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly providerExecuted?: boolean;
}

export interface GenerateResult {
  readonly content: readonly Content[];
  readonly usage: object;
  readonly finishReason: unknown;
  readonly warnings: readonly unknown[];
}

export interface StreamPart {
  readonly type: string;
  readonly id?: string;
  readonly delta?: string;
  readonly toolCallId?: string;
  readonly providerExecuted?: boolean;
  readonly error?: unknown;
  readonly usage?: object;
  readonly finishReason?: unknown;
  readonly warnings?: readonly unknown[];
}

export interface LanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: unknown;
  doGenerate(options: CallOptions): PromiseLike<GenerateResult>;
  doStream(options: CallOptions): PromiseLike<{ readonly stream: ReadableStream<StreamPart> }>;
}

/** The model, if it is an object of a version that the adapter knows. */
export function checkedModel(model: unknown): LanguageModel {
  const version = (model as Partial<LanguageModel> | null)?.specificationVersion;
  if (typeof model === "object" && (version === "v3" || version === "v4"))
    return model as LanguageModel;
  const found = typeof model === "string" ? `the name "${model}"` : `version ${version}`;
  throw new TypeError(
    `withHooks needs a model object of version v3 or v4, such as anthropic("claude-opus-4-5"), and got ${found}`,
  );
}
