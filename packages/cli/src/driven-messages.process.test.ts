import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { bash, workplace } from "./testing/workplace.ts";

const streaming = ["-p", "--input-format", "stream-json", "--output-format", "stream-json"];

const message = (content: unknown, more: object = {}) =>
  `${JSON.stringify({ type: "user", message: { role: "user", content }, ...more })}\n`;

it("G11 a message that cannot be used ends in a result too, with its uuid and the session", async () => {
  const place = workplace({ script: [["first"], ["last"]] });
  const bad = [
    [{ type: "image", source: { type: "base64", media_type: "image/bmp", data: "AAAA" } }],
    [{ type: "image", source: { type: "url", url: "file:///etc/passwd" } }],
    [{ type: "tool_result", tool_use_id: "t", content: "x" }],
    [{ type: "nothing_known" }],
    { text: "an object" },
  ];
  const run = place.start([...place.model, ...streaming]);
  run.child.stdin.write(message("go", { uuid: "u-first" }));
  for (const [index, content] of bad.entries())
    run.child.stdin.write(message(content, { uuid: `u${index}` }));
  run.child.stdin.end(message("go", { uuid: "u-last" }));
  await run.ended;
  const results = run.lines.filter(({ type }) => type === "result");
  expect(
    results.map(({ user_message_uuid: uuid, is_error: isError }) => ({ uuid, isError })),
  ).toEqual([
    { uuid: "u-first", isError: false },
    ...bad.map((_, index) => ({ uuid: `u${index}`, isError: true })),
    { uuid: "u-last", isError: false },
  ]);
  expect(new Set(results.map(({ session_id: id }) => id)).size).toBe(1);
  expect(results[1]).toMatchObject({
    session_id: expect.any(String),
    total_cost_usd: expect.any(Number),
    errors: [expect.stringContaining("line 2 of the input is a block")],
  });
});

it('a message with the priority "later" waits for the end of the turn; others join it', async () => {
  const wait = "touch began; while [ ! -e sent ]; do sleep 0.02; done";
  const place = workplace({ script: [[bash(wait)], ["one"], ["two"]] });
  const run = place.start([
    ...place.model,
    ...streaming,
    ...["--profile", "claude-code", "--dangerously-skip-permissions"],
  ]);
  run.child.stdin.write(message("go", { uuid: "u1" }));
  await place.appears("began");
  run.child.stdin.write(message("after", { uuid: "u2", priority: "later" }));
  run.child.stdin.write(message("meanwhile", { uuid: "u3", priority: "next" }));
  run.child.stdin.write(
    `${JSON.stringify({ type: "control_request", request_id: "1", request: { subtype: "get_binary_version" } })}\n`,
  );
  await run.line(({ type }) => type === "control_response");
  writeFileSync(join(place.cwd, "sent"), "");
  run.child.stdin.end();
  await run.ended;
  const results = run.lines.filter(({ type }) => type === "result");
  expect(results.map(({ result, user_message_uuids: uuids }) => ({ result, uuids }))).toEqual([
    { result: "one", uuids: ["u1", "u3"] },
    { result: "two", uuids: ["u2"] },
  ]);
});

it.each([
  [{}, false],
  [{ perTaskStopAffordance: true }, true],
])("an interrupt with %j: background commands keep running: %s", async (declared, isKept) => {
  const place = workplace({
    script: [
      [bash("touch server; exec sleep 987", { run_in_background: true })],
      [bash("while [ ! -e server ]; do sleep 0.02; done; touch began; exec sleep 654")],
      ["not asked for"],
    ],
  });
  const run = place.start([...place.model, ...streaming, "--dangerously-skip-permissions"]);
  const request = (id: string, body: object) =>
    `${JSON.stringify({ type: "control_request", request_id: id, request: body })}\n`;
  run.child.stdin.write(request("1", { subtype: "initialize", ...declared }));
  run.child.stdin.write(message("go"));
  await place.appears("began");
  run.child.stdin.write(request("2", { subtype: "interrupt" }));
  await run.line(({ type }) => type === "result");
  const sleeps = () => place.left().filter((line) => line.includes("sleep 987")).length > 0;
  if (isKept) expect(sleeps()).toBe(true);
  else {
    await run.line(({ subtype }) => subtype === "task_notification");
    await vi.waitUntil(() => !sleeps(), { timeout: 10_000 });
  }
  run.child.stdin.end();
  await run.ended;
  expect(JSON.stringify(run.lines)).not.toContain("not asked for");
  expect(run.lines.filter(({ type }) => type === "result")).toHaveLength(1);
});

it.each([
  [["--add-dir", "/nowhere"], "--add-dir: "],
  [["--setting-sources", "nope"], "nope"],
  [["--session-id", "nope"], "--session-id: "],
  [["--permission-mode", "nope"], "nope"],
  [["--plugin-dir", "/nowhere"], "/nowhere"],
  [["--json-schema", '{"type":"nope"}'], "--json-schema: "],
  [["--no-such-flag"], "--no-such-flag"],
])("a driver gets a result if an option is wrong: %j", async (flags, words) => {
  const place = workplace();
  const run = place.start([...place.model, ...streaming.slice(1), ...flags]);
  const { code, stderr } = await run.ended;
  expect(stderr).toContain(words);
  expect(run.lines).toEqual([
    expect.objectContaining({
      type: "result",
      is_error: true,
      session_id: expect.any(String),
      total_cost_usd: 0,
      errors: [expect.stringContaining(words)],
    }),
  ]);
  expect(code).toBe(2);
});
