import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createModel } from "./create-model.ts";
import type { ModelAnswer } from "./model.ts";
import { ModelUsageError } from "./model-usage-error.ts";
import { assistant, instantClock, request, user } from "./testing/requests.ts";

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "script-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "script.json");
  writeFileSync(file, text);
  return file;
}

async function playing(script: unknown) {
  const file = fileOf(typeof script === "string" ? script : JSON.stringify(script));
  const clock = instantClock();
  const model = await createModel({ model: `script:${file}`, env: {}, clock });
  return { file, clock, model };
}

const textOf = ({ content }: ModelAnswer) => content.map((block) => "text" in block && block.text);

describe("a scripted model", () => {
  it("plays its turns in order, then reports that there are no more", async () => {
    const { file, model } = await playing([
      ["hello", { tool: "Bash", input: { command: "ls" } }],
      ["done", { tool: "Read", input: {}, id: "mine" }],
    ]);
    const deltas: string[] = [];
    expect(await model.answer(request({ onText: (text) => deltas.push(text) }))).toEqual({
      id: "msg_0",
      model: `script:${file}`,
      content: [
        { type: "text", text: "hello" },
        { type: "tool_use", id: "call_0_1", name: "Bash", input: { command: "ls" } },
      ],
      stopReason: "tool_use",
      usage: {
        input_tokens: 0,
        output_tokens: 0,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    });
    expect(deltas).toEqual(["hello"]);
    expect((await model.answer(request())).content[1]).toMatchObject({ id: "mine" });
    await expect(model.answer(request())).rejects.toMatchObject({
      name: "ModelError",
      kind: "unknown",
      message: expect.stringContaining(
        `${file}: the script has 2 turns for main, but turn 3 was requested`,
      ),
    });
  });

  it("has lists for single subagents and teammates; the others share one", async () => {
    const { model } = await playing({
      subagent: [["shared"]],
      agents: { reader: [["first"], ["second"]] },
      after: "done",
    });
    const asked = async (agentType: string) =>
      textOf(await model.answer(request({ purpose: "subagent", agentType })));
    expect(await asked("reader")).toEqual(["first"]);
    expect(await asked("Explore")).toEqual(["shared"]);
    expect(await asked("reader")).toEqual(["second"]);
    expect(await asked("reader")).toEqual(["done"]);
    expect(await asked("constructor")).toEqual(["done"]);
    await expect(playing({ agents: [] })).rejects.toThrow("agents: found");
    await expect(playing({ agents: { reader: 3 } })).rejects.toThrow("agents.reader: found 3");
  });

  it("has a list for each purpose, and a text for when a list is used up", async () => {
    const { model } = await playing({
      main: [["a"]],
      "hook-agent": [[{ tool: "Read", input: {} }]],
      after: "nothing more",
    });
    expect(textOf(await model.answer(request()))).toEqual(["a"]);
    expect((await model.answer(request({ purpose: "hook-agent" }))).content).toMatchObject([
      { id: "call_hook-agent_0_0" },
    ]);
    expect(textOf(await model.answer(request()))).toEqual(["nothing more"]);
    expect(textOf(await model.answer(request({ purpose: "side" })))).toEqual(["nothing more"]);
  });

  it("resumes at the right turn of a continued conversation, whatever failed or was dropped before", async () => {
    const script = [
      { error: { status: 401, message: "no" } },
      ["one"],
      [],
      ["two"],
      [{ tool: "Bash", input: {} }],
    ];
    const first = await playing(script);
    expect(textOf(await first.model.answer(request()))).toEqual(["one"]);
    const again = await playing(script);
    const messages = [user("a"), assistant("one"), user("b"), assistant("two"), user("c")];
    expect((await again.model.answer(request({ messages }))).content).toMatchObject([
      { id: "call_4_0" },
    ]);
  });

  it("does not start again when the conversation gets shorter", async () => {
    const { model } = await playing([["one"], ["two"], ["three"]]);
    await model.answer(request({ messages: [user("a"), assistant("one"), user("b")] }));
    expect(textOf(await model.answer(request({ messages: [user("summary")] })))).toEqual(["three"]);
  });

  it("E16 an error is retried and the next turn answers; an error in the last turn repeats", async () => {
    const error = { status: 529, message: "too much" };
    const { model, clock } = await playing([{ error }, ["fine"], { error }]);
    expect(textOf(await model.answer(request()))).toEqual(["fine"]);
    expect(clock.waited).toHaveLength(1);
    await expect(model.answer(request())).rejects.toMatchObject({
      name: "ModelError",
      kind: "server_error",
      status: 529,
      message: expect.stringContaining("too much"),
    });
    expect(clock.waited).toHaveLength(1);
  });

  it("waits and reports usage as the script says", async () => {
    const turn = { blocks: ["late"], delayMs: 1234, usage: { input_tokens: 900 } };
    const { model, clock } = await playing([turn]);
    expect((await model.answer(request())).usage).toMatchObject({
      input_tokens: 900,
      output_tokens: 0,
    });
    expect(clock.waited).toEqual([1234]);
  });

  it("a text arrives word by word, as the script says", async () => {
    const turn = { blocks: ["one two\nthree ", { tool: "Read", input: {} }], pieceMs: 7 };
    const { model, clock } = await playing([turn]);
    const texts: string[] = [];
    const parts: string[] = [];
    const answer = await model.answer(
      request({
        onText: (text) => texts.push(text),
        onPart: (part) => parts.push(part.type),
      }),
    );
    expect(texts).toEqual(["one", " two", "\nthree "]);
    expect(textOf(answer)).toEqual(["one two\nthree ", false]);
    expect(clock.waited).toEqual([7, 7]);
    expect(parts.filter((type) => type === "content_block_delta")).toHaveLength(4);
    expect(parts.at(-1)).toBe("message_stop");
  });

  it("waits for a file as the script says", async () => {
    const { file, model } = await playing([{ blocks: ["now"], waitFor: "go" }]);
    let isAnswered = false;
    const answer = model.answer(request()).finally(() => {
      isAnswered = true;
    });
    for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
    expect(isAnswered).toBe(false);
    writeFileSync(join(dirname(file), "go"), "");
    expect(textOf(await answer)).toEqual(["now"]);
  });

  it.each([{ delayMs: 60_000 }, { waitFor: "never" }])(
    "can be aborted while it waits: %j",
    async (waiting) => {
      const clock = { ...instantClock(), after: () => () => {} };
      const file = fileOf(JSON.stringify([{ blocks: [], ...waiting }]));
      const model = await createModel({ model: `script:${file}`, env: {}, clock });
      const stop = new AbortController();
      const answer = model.answer(request({ signal: stop.signal }));
      const reason = new Error("enough");
      stop.abort(reason);
      await expect(answer).rejects.toBe(reason);
    },
  );

  it.each([
    ['[\n  ["a"],\n  oops\n]', ":3: not JSON"],
    ['[\n["a"],\n', "not JSON"],
    ['[["a"]\n["b"]]', ":2: not JSON"],
    ["7", "found 7; a script is a list of turns"],
    ['[\n["a"],\n"text"\n]', ':3: [1]: found "text", expected a turn'],
    [
      '[\n["a", {"tool": "Bash"}]]',
      ':2: [0][1]: found {"tool":"Bash"}, expected a string or {"tool"',
    ],
    ['{"main": [],\n"subagent": {}}', ":2: subagent: found {}, expected a list of turns"],
    ['{"Main": []}', "Main: is not a key of a script; the keys are main, subagent"],
    ['{"after": 7}', "after: found 7, expected a string"],
    ["[{}]", '[0]: found {}, expected "blocks" or "error"'],
    ['[{"blocks": "a"}]', '[0].blocks: found "a", expected a list'],
    ['[{"blocks": [], "delay": 1}]', "[0].delay: found 1, expected one of the keys blocks"],
    ['[{"blocks": [], "delayMs": -1}]', "[0].delayMs: found -1, expected a number"],
    ['[{"blocks": [], "pieceMs": "1"}]', '[0].pieceMs: found "1", expected a number'],
    ['[{"blocks": [], "waitFor": 1}]', "[0].waitFor: found 1, expected the path of a file"],
    [
      '[{"error": {"status": "500"}}]',
      '[0].error: found {"status":"500"}, expected {"status": 500',
    ],
    ['[{"blocks": [], "usage": 1}]', "[0].usage: found 1, expected"],
  ])("says where %s is wrong and what is expected", async (text, expected) => {
    const file = fileOf(text);
    const making = createModel({ model: `script:${file}`, env: {}, clock: instantClock() });
    await expect(making).rejects.toThrow(ModelUsageError);
    expect(await making.catch(String)).toContain(expected);
    expect(await making.catch(String)).toContain(file);
  });

  it("says which file is missing", async () => {
    const making = createModel({ model: "script:/nowhere/x.json", env: {}, clock: instantClock() });
    await expect(making).rejects.toThrow(
      "/nowhere/x.json: the script cannot be read (there is no such file)",
    );
  });
});
