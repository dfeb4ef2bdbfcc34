import { expect, it } from "vitest";
import { differenceInWords } from "./difference-in-words.ts";

const divergence = (differs: Readonly<Record<string, unknown>>) => ({
  profile: "claude-code",
  questions: ["jsonWithFailingExit"],
  action: "refuse",
  messages: [],
  differs,
});
const outcome = { action: "proceed", permission: "granted", turn: "continue" } as const;
const question = "(JSON with an exit code other than 0)";

it.each([
  [{ action: "refuse", turn: "stop" }, "refuse, not proceed"],
  [{ permission: "undecided" }, "permission undecided, not granted"],
  [{ turn: "stop", messages: [] }, "turn stop, not continue"],
  [{ messages: [] }, "the texts"],
])("Q1 the difference %j is: %s", (differs, words) => {
  expect(differenceInWords({ ...outcome, divergence: divergence(differs) })).toBe(
    `claude-code differs: ${words} ${question}`,
  );
});

it("Q1 no difference has no words", () => {
  expect(differenceInWords({ ...outcome, divergence: undefined })).toBeUndefined();
});
