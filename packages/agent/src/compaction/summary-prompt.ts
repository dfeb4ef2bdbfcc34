import type { TextBlock } from "../conversation/message.ts";

/** What the summary has to contain, so that the work can continue with nothing else. */
const parts = [
  "The task: everything the user asked for, in the user's own words where they matter, and how the requests changed.",
  "Rules: what the user, standing instructions and hooks require or forbid from now on.",
  "State: what is done, with the paths of the files that were read, made or changed, and what changed in each.",
  "Facts: what was found out that is not obvious from the files: causes, decisions and their reasons, commands that work.",
  "Problems: errors and refusals, what was done about each, and what is still open.",
  "Next: the step that was being worked on, and what remains, in order.",
];

const request = `This conversation is about to be replaced by a summary, because it fills the model's window. Write that summary now. Whoever continues the work reads only the summary, so leave out nothing that is needed for it, and nothing that is not.

Cover these points, each under its name; write "none" where there is nothing:
${parts.map((part, index) => `${index + 1}. ${part}`).join("\n")}

Copy names, paths, numbers and code exactly. Do not guess what the conversation does not say. Do not call any tool. Write the summary between <summary> and </summary>.`;

/** The last message of the request for a summary. `instructions` come from the user and from hooks. */
export function summaryPrompt(instructions: readonly string[]): TextBlock {
  const given = instructions.filter((text) => text.trim() !== "");
  const more = given.length === 0 ? [] : [`Also follow these instructions:\n${given.join("\n\n")}`];
  return { type: "text", text: [request, ...more].join("\n\n") };
}

/** The summary in an answer: what is between the marks, or all of it without them. */
export function readSummary(answer: string): string {
  const marked = /<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(answer)?.[1];
  return (marked ?? answer).trim();
}
