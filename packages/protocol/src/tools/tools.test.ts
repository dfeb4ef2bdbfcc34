import { describe, expect, it } from "vitest";
import { toolNames } from "./names.ts";
import { tools } from "./table.ts";

describe("E24 the tools of the contract", () => {
  it.each(Object.entries(tools))("%s: its examples fit", (_, tool) => {
    const { input, example, response, responseExample } = tool;
    expect(input.parse(example)).toEqual({ ok: true, value: example });
    expect(response.parse(responseExample)).toMatchObject({ ok: true });
  });

  it("E24 a wrong input does not fit", () => {
    expect(tools["Bash"]?.input.parse({ command: 1 })).toMatchObject({
      ok: false,
      problems: [{ path: "command" }],
    });
  });

  it("M5 a renamed tool has both names, the given one first", () => {
    expect(toolNames("Task")).toEqual(["Task", "Agent"]);
    expect(toolNames("Agent")).toEqual(["Agent", "Task"]);
    expect(toolNames("Bash")).toEqual(["Bash"]);
  });
});
