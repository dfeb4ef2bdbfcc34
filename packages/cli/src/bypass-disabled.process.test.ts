import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bash, command, user, workplace } from "./testing/workplace.ts";

const streaming = [
  ...["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
  ...["--dangerously-skip-permissions", "--profile", "claude-code"],
];
const disabled = { disableBypassPermissionsMode: "disable" };

/** A session in bypassPermissions, with the lines of its SessionEnd hook. */
function place(script: readonly (readonly unknown[])[]) {
  const hooks = {
    ConfigChange: command("touch seen"),
    SessionEnd: command("(cat; echo) >> ended.jsonl"),
  };
  const made = workplace({ hooks, script });
  const file = join(made.home, ".claude/settings.json");
  const disable = JSON.stringify({ hooks, permissions: disabled });
  return {
    ...made,
    file,
    disable,
    change: () => writeFileSync(file, disable),
    ended: () => JSON.parse(made.read("ended.jsonl")),
  };
}

it("E15 settings that disable bypassPermissions end a session in it: the rest of the turn does not run", async () => {
  const [one, two] = ["touch one; while [ ! -e seen ]; do sleep 0.02; done", "touch two"];
  const made = place([[bash(one)], [bash(two)], ["done"]]);
  const run = made.start([...made.model, ...streaming]);
  run.child.stdin.write(user("go"));
  await made.appears("one");
  made.change();
  const { code, stderr } = await run.ended;
  expect(stderr).toContain("so the session ends");
  expect(made.has("two")).toBe(false);
  expect(made.ended()).toMatchObject({ reason: "bypass_permissions_disabled" });
  expect(run.lines.findLast(({ type }) => type === "result")).toMatchObject({
    is_error: true,
    subtype: "error_during_execution",
    errors: [expect.stringContaining("disableBypassPermissionsMode in ")],
  });
  expect(code).toBe(1);
  expect(readFileSync(made.file, "utf8")).toBe(made.disable);
});

it("E15 a session that waits for input ends too", async () => {
  const made = place([["done"]]);
  const run = made.start([...made.model, ...streaming]);
  run.child.stdin.write(user("go"));
  await run.line(({ type }) => type === "result");
  made.change();
  const { code } = await run.ended;
  expect(code).toBe(0);
  expect(made.ended()).toMatchObject({ reason: "bypass_permissions_disabled" });
});

it("E15 a session that starts with it is in the mode default, and says why", async () => {
  const made = place([[bash("touch made")], ["done"]]);
  made.change();
  const run = made.start([...made.model, ...streaming]);
  run.child.stdin.end(user("go"));
  const { stderr } = await run.ended;
  expect(stderr).toContain("; the session is in the mode default");
  expect(made.has("made")).toBe(false);
  expect(made.ended()).toMatchObject({ reason: "other" });
});
