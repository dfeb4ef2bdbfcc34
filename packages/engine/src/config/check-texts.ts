import type { Handler } from "@snaphook/protocol";
import type { KeyFinding } from "./reporter.ts";

/** What a handler cannot do without; each type has some of them. */
const needed = ["command", "prompt", "url", "server", "tool"];

/** Texts that are there and good for nothing: the hook would run and do nothing, or always fail. */
export function checkTexts(handler: Handler): readonly KeyFinding[] {
  const empty = needed.filter((key) => {
    const text: unknown = handler[key];
    return typeof text === "string" && text.trim() === "";
  });
  if (handler.type === "http" && !empty.includes("url") && !isAddress(handler.url))
    return [
      {
        key: "url",
        code: "bad-url",
        level: "error",
        message: "url is no address that can be called, so this hook always fails",
        advice: "write an address whose scheme is https or http",
      },
    ];
  return empty.map((key) => ({
    key,
    code: "empty-field",
    level: "error",
    message: `${key} is empty, so this hook does nothing`,
    advice: `write what it is for, or remove the hook`,
  }));
}

const isAddress = (url: string): boolean => /^https?:/i.test(url) && URL.canParse(url);
