import { eventNames, events, sampleInput as sample, toolNames, tools } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { sampleInput } from "./sample-input.ts";
import { isChosen } from "./tools.ts";

const known = [...Object.keys(tools), "Task", "mcp__server__tool"];

describe("the kit and the contract", () => {
  it.each(eventNames)("E21 have the same sample of %s", (name) => {
    expect(sampleInput(name)).toEqual(sample(name, { tool: "Bash" }));
  });

  it.each(known)("E24 have the same sample of a call of %s", (tool) => {
    const names = eventNames.filter((name) => events[name].isAboutTool);
    for (const name of names)
      expect(sampleInput(name as "PreToolUse", { tool })).toEqual(sample(name, { tool }));
  });

  it("M5 have the same tools with several names", () => {
    for (const name of known)
      for (const other of known)
        expect([name, other, isChosen(name, other)]).toEqual([
          name,
          other,
          toolNames(name).includes(other),
        ]);
  });
});
