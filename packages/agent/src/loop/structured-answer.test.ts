import { describe, expect, it } from "vitest";
import { CommandLineError } from "../command-line-error.ts";
import { play } from "./testing/play.ts";

const jsonSchema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
const answer = (input: unknown) => ({ tool: "StructuredOutput", input });

describe("--json-schema", () => {
  it("E23 the answer is the input of StructuredOutput, a tool with hooks like any other", async () => {
    const script = [[answer({ city: "Paris" })], ["Done."]];
    const { result, requests, hookInputs } = await play({ script, jsonSchema });
    expect(result).toMatchObject({
      structuredOutput: { city: "Paris" },
      result: "Done.",
      subtype: "success",
      numTurns: 2,
    });
    const tool = requests[0]?.request.tools.find(({ name }) => name === "StructuredOutput");
    expect(tool?.inputSchema).toEqual(jsonSchema);
    expect(hookInputs).toContainEqual(
      expect.objectContaining({ hook_event_name: "PreToolUse", tool_name: "StructuredOutput" }),
    );
  });

  it("needs no permission, in any mode", async () => {
    for (const permissionMode of ["default", "plan", "dontAsk"] as const) {
      const script = [[answer({ city: "Paris" })], ["Done."]];
      const { result } = await play({ script, jsonSchema, permissionMode });
      expect(result).toMatchObject({ structuredOutput: { city: "Paris" } });
    }
  });

  it("an input that does not match is an error that says why, and the model tries again", async () => {
    const script = [[answer({ town: "Paris" })], [answer({ city: "Paris" })], ["Done."]];
    const { result, newTexts } = await play({ script, jsonSchema });
    expect(newTexts[1]?.join()).toMatch(/"city" is missing.*"town" is not a known key/);
    expect(result).toMatchObject({ structuredOutput: { city: "Paris" } });
  });

  it.each(['{"city": "Paris"}', '```json\n{"city": "Paris"}\n```'])(
    "a model that writes the object has answered: %s",
    async (text) => {
      const { result, requests } = await play({ script: [[text]], jsonSchema });
      expect(result).toMatchObject({ structuredOutput: { city: "Paris" }, isError: false });
      expect(requests).toHaveLength(1);
    },
  );

  it("a model that ends without an answer is reminded 5 times, then it is an error without Stop", async () => {
    const { result, requests, firedEvents } = await play({ jsonSchema });
    expect(requests).toHaveLength(6);
    expect(result).toMatchObject({
      isError: true,
      numTurns: 6,
      subtype: "error_max_structured_output_retries",
      errors: [expect.stringContaining("--json-schema")],
    });
    expect(result.structuredOutput).toBeUndefined();
    expect(firedEvents).not.toContain("Stop");
  });

  it("each input needs an answer of its own", async () => {
    const script = [
      [answer({ city: "Paris" })],
      ["Done."],
      ["Hm."],
      [answer({ city: "Rome" })],
      ["Done."],
    ];
    const { results } = await play({ script, jsonSchema, prompts: ["a", "b"] });
    expect(results.map(({ structuredOutput }) => structuredOutput)).toEqual([
      { city: "Paris" },
      { city: "Rome" },
    ]);
  });
});

describe("--tools", () => {
  const offered = async (tools: readonly string[], more = {}) => {
    const { requests, events } = await play({ tools, ...more });
    const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    return { names: requests[0]?.request.tools.map(({ name }) => name), notices };
  };

  it("offers these and no others", async () => {
    expect(await offered(["Read", "Bash"])).toEqual({ names: ["Bash", "Read"], notices: [] });
    expect(await offered([])).toEqual({ names: [], notices: [] });
  });

  it("the tool for answers is offered with --json-schema in any case", async () => {
    const script = [['{"city": "Paris"}']];
    expect((await offered([], { jsonSchema, script })).names).toEqual(["StructuredOutput"]);
  });

  it("a name that no tool has refuses to start; one that a server or another host may have is reported", async () => {
    await expect(offered(["Bsh"])).rejects.toThrow(
      new CommandLineError("--tools: there is no tool Bsh; did you mean Bash?"),
    );
    const { names, notices } = await offered(["Read", "mcp__git__log"]);
    expect(names).toEqual(["Read"]);
    expect(notices.join()).toContain("--tools: there is no tool mcp__git__log");
  });

  it("E17 a call of a tool that is not offered is an error", async () => {
    const script = [[{ tool: "Bash", input: { command: "ls" } }], ["ok"]];
    const { newTexts, firedEvents } = await play({ script, tools: ["Read"] });
    expect(newTexts[1]?.join()).toContain("There is no tool Bash");
    expect(firedEvents).not.toContain("PreToolUse");
    const without = await play({ script, tools: [] });
    expect(without.newTexts[1]?.join()).toContain(
      "There is no tool Bash. This agent has no tools.",
    );
  });
});
