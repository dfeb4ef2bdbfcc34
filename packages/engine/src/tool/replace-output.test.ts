import { describe, expect, it } from "vitest";
import { callWithAnswers } from "../testing/call-tool.ts";

const post = (fields: object) => ({
  hookSpecificOutput: { hookEventName: "PostToolUse", ...fields },
});

describe("the output of a tool call", () => {
  it("A5 the last of several in plan order is used", async () => {
    const PostToolUse = ["one", "two"].map((updatedToolOutput) => post({ updatedToolOutput }));
    expect((await callWithAnswers({ PostToolUse })).result).toMatchObject({ updatedOutput: "two" });
  });

  it("A5 an output without the tool's shape is ignored and reported", async () => {
    const validateOutput = () => "stdout is missing";
    const PostToolUse = post({ updatedToolOutput: "text" });
    const { result } = await callWithAnswers({ PostToolUse }, { validateOutput });
    expect(result).not.toHaveProperty("updatedOutput");
    expect(result).toMatchObject({
      warnings: ["the output a hook gave for Bash was ignored: stdout is missing"],
    });
  });

  it("A5 for an MCP tool it is a string or content blocks, under either name", async () => {
    const mcp = { name: "mcp__files__read" };
    const blocks = [{ type: "text", text: "x" }];
    for (const fields of [
      { updatedToolOutput: "text" },
      { updatedToolOutput: blocks },
      { updatedMCPToolOutput: blocks },
    ])
      expect((await callWithAnswers({ PostToolUse: post(fields) }, mcp)).result).toMatchObject({
        updatedOutput: Object.values(fields)[0],
        warnings: [],
      });
    for (const bad of [7, {}, [1], [{ text: "x" }]]) {
      const { result } = await callWithAnswers(
        { PostToolUse: post({ updatedToolOutput: bad }) },
        mcp,
      );
      expect(result).toMatchObject({ warnings: [expect.stringContaining("content blocks")] });
      expect(result).not.toHaveProperty("updatedOutput");
    }
  });

  it("A5 updatedMCPToolOutput for another tool is ignored and reported", async () => {
    const { result } = await callWithAnswers({ PostToolUse: post({ updatedMCPToolOutput: "x" }) });
    expect(result).not.toHaveProperty("updatedOutput");
    expect(result).toMatchObject({ warnings: [expect.stringContaining("is not an MCP tool")] });
  });
});
