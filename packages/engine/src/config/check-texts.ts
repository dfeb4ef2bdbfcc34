import { type Handler, handlers, type TextRule } from "@snaphook/protocol";
import type { Finding, KeyFinding } from "./reporter.ts";

/** Reports required texts that are present but useless: the hook would do nothing, or always fail. */
export const checkTexts = (handler: Handler): readonly KeyFinding[] =>
  Object.entries<TextRule>(handlers[handler.type].texts).flatMap(([key, rule]) => {
    const text: unknown = handler[key];
    if (typeof text !== "string") return [];
    const finding = text.trim() === "" ? emptyText(key) : rules[rule](text, key);
    return finding ? [{ key, ...finding }] : [];
  });

const emptyText = (key: string): Finding => ({
  code: "empty-field",
  level: "error",
  message: `${key} is empty, so this hook does nothing`,
  advice: "fill it in, or remove the hook",
});

/** What is wrong with a text that is not empty. */
const rules: {
  readonly [Rule in TextRule]: (text: string, key: string) => Finding | undefined;
} = {
  "not-empty": () => undefined,
  question: (text, key) => {
    const [command] = /^\/[a-z][\w:-]*(?=\s|$)/i.exec(text.trim()) ?? [];
    return command === undefined
      ? undefined
      : {
          code: "slash-command-in-prompt",
          level: "warning",
          message: `${key} starts with ${command}, but this hook asks a model and runs no slash command: the model gets the text as it is`,
          advice: "write the question itself, or use a command hook",
        };
  },
  "http-address": (text, key) =>
    /^https?:/i.test(text) && URL.canParse(text)
      ? undefined
      : {
          code: "bad-url",
          level: "error",
          message: `${key} is not an http or https URL, so this hook always fails`,
          advice: "write a URL whose scheme is https or http",
        },
};
