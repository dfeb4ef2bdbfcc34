import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { bash, command, workplace } from "../testing/workplace.ts";

it("T5 T8 doctor runs trusted hooks only, reads traces of the agent, and exits with 1 if a hook is broken", async () => {
  const place = workplace({
    hooks: { PreToolUse: command("cat >/dev/null; sleep 0.02") },
    script: [[bash("true")], ["done"]],
  });
  mkdirSync(join(place.cwd, ".claude"));
  const settings = join(place.cwd, ".claude/settings.json");
  writeFileSync(settings, JSON.stringify({ hooks: { Stop: command("cat; touch ran") } }));
  const doctor = (...args: readonly string[]) => place.start(["doctor", ...args]).ended;

  const untrusted = await doctor();
  expect(untrusted).toMatchObject({ code: 0, stderr: "" });
  expect(untrusted.stdout).toContain("1 hook is not trusted and was not run");
  expect(untrusted.stdout).toContain("2 hooks, 0 broken, 1 not in effect");
  expect(untrusted.stdout).toMatch(/^sandbox: o(n: .*bwrap works|ff: .*(bwrap|bubblewrap))/m);
  expect(place.has("ran")).toBe(false);

  const trace = join(place.base, "trace.jsonl");
  await place.start(["-p", "go", ...place.model, "--trace", trace]).ended;
  const report = JSON.parse((await doctor("--json", "--no-run", "--trace", trace)).stdout);
  expect(report.hooks[0].turn).toMatchObject({ runs: 1 });
  expect(report.hooks[0].cost).toMatchObject({ coldMs: null, because: "no hook was run" });
  expect(report.traces[0].records).toBeGreaterThan(2);

  writeFileSync(settings, JSON.stringify({ hooks: { Stop: command("no-such-program") } }));
  const wall = `${brand.environmentPrefix}WALL`;
  const broken = await place.start(["doctor", "--no-run"], { [wall]: "off" }).ended;
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain("broken: no-such-program is not on PATH");
  expect(broken.stdout).toContain(`sandbox: off: ${wall} is off; changed settings`);
});

it("doctor names a trace that does not exist", async () => {
  const place = workplace();
  const { code, stdout, stderr } = await place.start(["doctor", "--trace", "gone.jsonl"]).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe(
    `${brand.command}: ${place.cwd}/gone.jsonl: there is no such file; name a file that --trace wrote\n`,
  );
});
