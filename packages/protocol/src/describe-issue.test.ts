import { expect, it } from "vitest";
import { events } from "./events/table.ts";
import { handlers } from "./handlers/table.ts";

it.each([
  [{ timeout: "5" }, 'timeout must be a number, but is "5"'],
  [{ timeout: 0 }, "timeout must be more than 0, but is 0"],
  [{ onFailure: "blok" }, 'onFailure must be one of "continue", "block", but is "blok"'],
  [{ args: "x" }, 'args must be a list, but is "x"'],
  [{ once: 1 }, "once must be true or false, but is 1"],
  [{ command: undefined }, "command is missing; it must be a text"],
])("C5 what is wrong with the handler %j is said in words", (fields, text) => {
  const entry = { type: "command", command: "x", ...fields };
  const { problems } = handlers.command.read(entry);
  expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([text]);
});

it.each([
  [{ continue: "no" }, 'continue must be true or false, but is "no"'],
  [
    { hookSpecificOutput: {} },
    'hookSpecificOutput.hookEventName is missing; it must be "PreToolUse"',
  ],
])("A4 what is wrong with the answer %j is said in words", (answer, text) => {
  const parsed = events.PreToolUse.output.parse(answer);
  const problems = parsed.ok ? [] : parsed.problems;
  expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([text]);
});
