import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isObject } from "@snaphook/engine/internal";
import type { SearchAnswer } from "../model.ts";
import type { Usage } from "../usage.ts";
import { isReported, usageOf } from "./read-answer.ts";

/** Puts the results of a search at the service together. Rejects with the error in the stream. */
export async function readSearch(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
): Promise<SearchAnswer> {
  const searches: SearchAnswer["searches"][number][] = [];
  const failures: string[] = [];
  let text = "";
  let isFinished = false;
  let usage: Usage | undefined;
  for await (const part of stream) {
    switch (part.type) {
      case "error":
        throw part.error;
      case "text-delta":
        text += part.delta;
        break;
      case "tool-result":
        if (Array.isArray(part.result))
          searches.push({ id: part.toolCallId, results: part.result.flatMap(resultOf) });
        else failures.push(failureOf(part.result));
        break;
      case "finish":
        isFinished = true;
        if (isReported(part.usage)) usage = usageOf(part.usage);
        break;
    }
  }
  if (!isFinished) throw new Error("the connection closed before the end");
  return { searches, text: text.trim(), failures, usage };
}

function resultOf(result: unknown): readonly { readonly title: string; readonly url: string }[] {
  const { url, title } = isObject(result) ? result : {};
  return typeof url === "string" ? [{ title: typeof title === "string" ? title : url, url }] : [];
}

const failureOf = (result: unknown): string => {
  const code = isObject(result) ? result["errorCode"] : undefined;
  return typeof code === "string" ? code : "the search failed";
};
