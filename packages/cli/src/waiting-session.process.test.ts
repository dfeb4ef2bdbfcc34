import { brand } from "@snaphook/protocol";
import { expect, it, vi } from "vitest";
import { bash, command, user, workplace } from "./testing/workplace.ts";

const soon = {
  [`${brand.environmentPrefix}QUESTION_NOTICE_MS`]: "50",
  [`${brand.environmentPrefix}IDLE_NOTICE_MS`]: "50",
};
const streaming = [
  ...["-p", "--input-format", "stream-json", "--output-format", "stream-json"],
  ...["--permission-prompt-tool", "stdio"],
];

it("E1 E7 E15 E19 a driven session notifies of what waits, continues another one, and ends with /exit", async () => {
  const log = (event: string) => ({ [event]: command(`(cat; echo) >> ${event}.jsonl`) });
  const place = workplace({
    hooks: { ...log("Notification"), ...log("SessionStart"), ...log("SessionEnd") },
    script: [["first"], [bash("touch made")], ["done"]],
    env: soon,
  });
  const written = (event: string, field: string): readonly unknown[] =>
    place.has(`${event}.jsonl`)
      ? place
          .read(`${event}.jsonl`)
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line) => JSON.parse(line)[field])
      : [];
  const notified = (type: string) =>
    vi.waitUntil(() => written("Notification", "notification_type").includes(type), {
      timeout: 30_000,
      interval: 10,
    });
  const earlier = place.start([...place.model, "-p", "one", "--output-format", "stream-json"]);
  await earlier.ended;
  const id = String(earlier.lines.find(({ type }) => type === "result")?.["session_id"]);

  const run = place.start([...place.model, ...streaming]);
  const results = () => run.lines.filter(({ type }) => type === "result").length;
  const resultOf = (count: number) =>
    vi.waitUntil(() => results() >= count, { timeout: 30_000, interval: 10 });
  run.child.stdin.write(user("hello"));
  await resultOf(1);
  await notified("idle_prompt");
  run.child.stdin.write(user("make it"));
  const { request_id } = await run.line(({ type }) => type === "control_request");
  await notified("permission_prompt");
  const response = { subtype: "success", request_id, response: { behavior: "allow" } };
  run.child.stdin.write(`${JSON.stringify({ type: "control_response", response })}\n`);
  await resultOf(2);
  run.child.stdin.write(user(`/resume ${id}`));
  await resultOf(3);
  run.child.stdin.write(user("/exit"));
  const { code } = await run.ended;

  expect(code).toBe(0);
  expect(place.has("made")).toBe(true);
  expect(written("SessionEnd", "reason")).toEqual(["other", "resume", "prompt_input_exit"]);
  expect(written("SessionStart", "source")).toEqual(["startup", "startup", "resume"]);
  expect(written("SessionEnd", "session_id").at(-1)).toBe(id);
  expect(place.left()).toEqual([]);
});
