import { describe, expect, it } from "vitest";
import { toolEntry } from "./tool-entry.ts";

const shown = (name: string, text: string, response: unknown) =>
  toolEntry({ name, input: {}, ran: true, isError: false, text, response }, "/project").result
    .lines;

const forModel = "It runs; do not wait for it and do not guess what it will say.";

describe("results whose text tells the model how to proceed", () => {
  it.each([
    ["Agent", { status: "async_launched" }, ["runs in the background; /tasks shows it"]],
    ["Agent", { status: "teammate_spawned", name: "ann" }, ["works beside the agent as ann"]],
    [
      "Bash",
      { backgroundTaskId: "c1", outputFile: "/tmp/c1" },
      ["runs in the background as c1; /tasks shows its output", "file: /tmp/c1"],
    ],
    ["AskUserQuestion", { answers: { "Which color?": "blue" } }, ["Which color?: blue"]],
  ])("the user reads what happened: %s %j", (name, response, lines) => {
    expect(shown(name, forModel, response)).toEqual(lines);
  });

  it.each([
    ["Agent", { status: "completed" }],
    ["Bash", { stdout: "a" }],
    ["mcp__x__y", { status: "async_launched" }],
    ["Bash", undefined],
  ])("other results are shown as they are: %s %j", (name, response) => {
    expect(shown(name, "the result", response)).toEqual(["the result"]);
  });
});
