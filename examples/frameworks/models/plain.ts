import type { PlainModel } from "@snaphook/adapters/plain";
import type { ModelAnswer } from "./model-answer.ts";

/** The scripted model as a function. */
export const scripted =
  (model: (read: string) => Promise<ModelAnswer>): PlainModel =>
  (messages) =>
    model(JSON.stringify(messages));
