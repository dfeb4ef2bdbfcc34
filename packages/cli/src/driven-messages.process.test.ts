import { expect, it } from "vitest";
import { workplace } from "./testing/workplace.ts";

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
