import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brand, testReport } from "@snaphook/protocol";
import { describe, expect, it, vi } from "vitest";
import { command, workplace } from "../testing/workplace.ts";

/** A project with a guard that refuses everything, and a fixture. */
function project(outcome: string) {
  const place = workplace();
  mkdirSync(join(place.cwd, ".claude"));
  const settings = { hooks: { PreToolUse: command("echo 'never' >&2; exit 2") } };
  writeFileSync(join(place.cwd, ".claude/settings.json"), JSON.stringify(settings));
  const fixture = join(place.cwd, "guard.hooktest.yaml");
  const write = (expected: string) =>
    writeFileSync(
      fixture,
      `tests: [{ name: every call, sample: PreToolUse/Bash, expect: { outcome: ${expected} } }]\n`,
    );
  write(outcome);
  return {
    ...place,
    write,
    test: (...args: readonly string[]) => place.start(["test", ...args]).ended,
  };
}

describe("test", () => {
  it("T8 runs trusted hooks only: exit 1 and the command that trusts, then exit 0", async () => {
    const { test, start } = project("refuse");
    const untrusted = await test();
    expect(untrusted).toMatchObject({ code: 1, stderr: "" });
    expect(untrusted.stdout).toContain("it is not, so it did not run");
    const id =
      new RegExp(`${brand.command} trust ([0-9a-f]{12})`).exec(untrusted.stdout)?.[1] ?? "";
    expect(await start(["trust", id]).ended).toMatchObject({ code: 0 });
    const trusted = await test();
    expect(trusted).toMatchObject({ code: 0 });
    expect(trusted.stdout).toContain("✓ guard.hooktest.yaml: 1 of 1 passed");
    expect(trusted.stdout).toContain("1 passed, 0 failed");
  });

  it("a failed test, a broken fixture and no fixture at all exit with 1", async () => {
    const failing = project("proceed");
    expect(await failing.test("--trust-project")).toMatchObject({ code: 1 });
    const broken = project("refuse");
    writeFileSync(join(broken.cwd, "b.hooktest.yaml"), "tests: [");
    expect(await broken.test("--trust-project")).toMatchObject({ code: 1 });
    const none = workplace();
    expect(await none.start(["test"]).ended).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("found no fixtures"),
    });
  });

  it.each([
    ["tap", /^TAP version 14\n1\.\.1\nok 1 - guard\.hooktest\.yaml: every call\n$/],
    ["junit", /^<\?xml [\s\S]*<testcase classname="guard\.hooktest\.yaml" name="every call"/],
    ["json", /"passed": 1,/],
  ])("--reporter %s", async (reporter, expected) => {
    const { test } = project("refuse");
    const { code, stdout } = await test("--trust-project", "--reporter", reporter);
    if (reporter === "json")
      expect(testReport.parse(JSON.parse(stdout))).toMatchObject({ ok: true });
    expect(code).toBe(0);
    expect(stdout).toMatch(expected);
  });

  it.each([
    [["--profile", "reference,clade-code"], "did you mean claude-code?"],
    [["--jobs", "none"], '--jobs must be a whole number above 0, not "none"'],
    [["gone.hooktest.yaml"], "gone.hooktest.yaml does not exist"],
  ])("%j is an error that says what would work", async (args, message) => {
    const { test } = project("refuse");
    const { code, stdout, stderr } = await test(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("--watch runs again after a change, and ends when it is interrupted", async () => {
    const { start, write } = project("proceed");
    const { child, ended } = start(["test", "--trust-project", "--watch"]);
    let printed = "";
    child.stdout.on("data", (chunk: string) => {
      printed += chunk;
    });
    const shows = (text: string) =>
      vi.waitUntil(() => printed.includes(text), { timeout: 30_000, interval: 20 });
    await shows("0 passed, 1 failed");
    write("refuse");
    await shows("1 passed, 0 failed");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });
});
