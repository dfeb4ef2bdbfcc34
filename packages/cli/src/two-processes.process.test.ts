import { expect, it } from "vitest";
import { command, user, workplace } from "./testing/workplace.ts";

const stream = ["--output-format", "stream-json"];

it("G9 one session, two processes: the second is refused with a message, and a fork works meanwhile", async () => {
  const script = { main: [["one"]], after: "on" };
  const place = workplace({ hooks: { SessionEnd: command("true") }, script });
  const first = place.start(["-p", "--input-format", "stream-json", ...stream, ...place.model]);
  first.child.stdin.write(user("go"));
  const { session_id } = await first.line(({ type }) => type === "result");
  const id = String(session_id);
  const second = (...args: readonly string[]) => {
    const run = place.start(["-p", "more", ...place.model, ...stream, "--resume", id, ...args]);
    run.child.stdin.end();
    return run;
  };

  const refused = await second().ended;
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain(
    `session ${id} is in use by process ${first.child.pid}; end that process, continue with a copy (--fork-session), or choose another session (--resume)`,
  );
  expect(refused.stderr.trimEnd().split("\n")).toHaveLength(1);

  const fork = second("--fork-session");
  expect((await fork.ended).code).toBe(0);
  const copied = fork.lines.find(({ type }) => type === "result");
  expect(copied).toMatchObject({ result: "on" });
  expect(copied?.["session_id"]).not.toBe(id);

  first.child.stdin.end(user("again"));
  expect((await first.ended).code).toBe(0);
  expect(first.lines.filter(({ type }) => type === "result")).toHaveLength(2);
  expect((await second().ended).code).toBe(0);
  expect(place.transcripts()).toHaveLength(2);
  expect(place.left()).toEqual([]);
});
