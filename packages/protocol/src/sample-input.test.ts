import { describe, expect, it } from "vitest";
import { eventNames, events } from "./events/table.ts";
import { sampleInput } from "./sample-input.ts";
import { tools } from "./tools/table.ts";

describe("a sample input", () => {
  it.each(eventNames)("E21 of %s fits its event", (name) => {
    expect(events[name].input.parse(sampleInput(name))).toMatchObject({ ok: true });
  });

  it.each(Object.keys(tools))(
    "E24 of a call of %s has the input and answer of the tool",
    (tool) => {
      expect(sampleInput("PostToolUse", { tool })).toMatchObject({
        tool_name: tool,
        tool_input: tools[tool]?.example,
        tool_response: tools[tool]?.responseExample,
      });
    },
  );

  it("E24 of an MCP tool has a list of content blocks as its answer", () => {
    expect(sampleInput("PostToolUse", { tool: "mcp__github__search" })).toMatchObject({
      tool_response: [{ type: "text", text: "ok" }],
    });
  });

  it.each(eventNames)("E21 of %s has every path below the given directory", (name) => {
    for (const tool of events[name].isAboutTool ? Object.keys(tools) : [undefined])
      expect(JSON.stringify(sampleInput(name, { tool, cwd: "/x" }))).not.toContain("/project");
    expect(sampleInput("PostToolUse", { tool: "Edit", cwd: "/x" })).toMatchObject({
      tool_input: { file_path: "/x/src/index.ts" },
      tool_response: { filePath: "/x/src/index.ts" },
    });
  });

  it("E9 of SubagentStop has every field of the event", () => {
    expect(Object.keys(sampleInput("SubagentStop"))).toEqual(
      expect.arrayContaining([...events.SubagentStop.inputFields]),
    );
  });

  it("M5 of a renamed tool has the input of the tool", () => {
    expect(sampleInput("PreToolUse", { tool: "Task" })).toMatchObject({
      tool_name: "Task",
      tool_input: tools["Agent"]?.example,
    });
  });

  it("of an unknown tool has an empty input, whatever its name", () => {
    for (const tool of ["mcp__a__b", "constructor"])
      expect(sampleInput("PreToolUse", { tool })).toMatchObject({
        tool_name: tool,
        tool_input: {},
      });
  });

  it("takes fields and a directory", () => {
    expect(
      sampleInput("Stop", { tool: "Bash", fields: { stop_hook_active: true }, cwd: "/x" }),
    ).toEqual({
      session_id: "session_01",
      transcript_path: "/x/transcript.jsonl",
      cwd: "/x",
      permission_mode: "default",
      hook_event_name: "Stop",
      stop_hook_active: true,
      last_assistant_message: "Done.",
    });
  });
});
