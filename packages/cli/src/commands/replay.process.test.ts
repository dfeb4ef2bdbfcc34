import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brand, replayReport } from "@snaphook/protocol";
import { describe, expect, it, vi } from "vitest";
import { bash, command, workplace } from "../testing/workplace.ts";

const call = (text: string, index: number) =>
  JSON.stringify({
    type: "assistant",
    uuid: `record-${index}`,
    sessionId: "session",
    message: {
      role: "assistant",
      content: [{ type: "tool_use", id: `call-${index}`, name: "Bash", input: { command: text } }],
    },
  });

/** A project with a guard that refuses deploys, and a transcript with these commands. */
function project(...commands: readonly string[]) {
  const place = workplace();
  mkdirSync(join(place.cwd, ".claude"));
  const guard = "case $(cat) in *deploy*) exit 2 ;; *slow*) touch slow-ran; sleep 600 ;; esac";
  const settings = { hooks: { PreToolUse: command(guard) } };
  writeFileSync(join(place.cwd, ".claude/settings.json"), JSON.stringify(settings));
  const transcript = join(place.cwd, "session.jsonl");
  writeFileSync(transcript, commands.map((text, index) => `${call(text, index)}\n`).join(""));
  const temporary = join(place.base, "tmp");
  mkdirSync(temporary);
  const start = (...args: readonly string[]) =>
    place.start(["replay", ...args], { TMPDIR: temporary });
  return { ...place, start, copies: () => readdirSync(temporary) };
}

describe("replay", () => {
  it("T8 exits with 0 if all was replayed, and with 1 for untrusted hooks, bad files and --strict", async () => {
    const { start, cwd } = project("make deploy", "make test");
    const shown = await start("session.jsonl", "--trust-project").ended;
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toMatch(/^1 of 2 calls would be refused\n/);
    const json = await start("session.jsonl", "--trust-project", "--strict", "--json").ended;
    expect(json).toMatchObject({ code: 1, stderr: "" });
    expect(replayReport.parse(JSON.parse(json.stdout))).toMatchObject({ ok: true });
    expect(await start("session.jsonl").ended).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("not trusted, so they did not run:"),
    });
    writeFileSync(join(cwd, "empty.jsonl"), "");
    expect(await start("session.jsonl", "empty.jsonl", "--trust-project").ended).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/the file is empty[\s\S]*1 of 2 calls would be refused/),
    });
  });

  it("G9 P15 a session of the agent can be replayed, from its transcript and from its trace", async () => {
    const guard = "case $(cat) in *forbidden*) echo 'not this' >&2; exit 2 ;; esac";
    const place = workplace({
      hooks: { PreToolUse: command(guard) },
      script: [[bash("echo forbidden")], [bash("echo fine")], ["done"]],
    });
    const flags = ["--permission-mode", "bypassPermissions", "--trace", "trace.jsonl"];
    expect(await place.start(["-p", "try it", ...place.model, ...flags]).ended).toMatchObject({
      code: 0,
    });
    const trace = await place.start(["replay", "trace.jsonl", "--strict"]).ended;
    expect(trace).toMatchObject({ code: 0, stderr: "" });
    expect(trace.stdout).toContain("the decisions about 2 calls would be the same");
    const sessions = join(place.home, brand.homeFolder, "projects");
    const transcript = await place.start(["replay", sessions]).ended;
    expect(transcript).toMatchObject({ code: 0, stderr: "" });
    expect(transcript.stdout).toContain("1 of 2 calls would be refused");
    expect(transcript.stdout).toContain("no hook would decide anything about 1 prompt");
  });

  it.each([
    [["--jobs", "0"], '--jobs must be a whole number above 0, not "0"'],
    [["--skip", "abc"], "no hook has the id abc"],
    [["--settings", "gone.json"], "gone.json"],
    [["--setting-sources", "mine"], "--setting-sources: found"],
  ])("%j is an error that says what would work", async (args, message) => {
    const { start } = project("ls");
    const { code, stdout, stderr } = await start("session.jsonl", ...args).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("P13 an interrupt ends it with what is known, and leaves no process and no copy behind", async () => {
    const { start, left, copies } = project("make deploy", ...Array<string>(5).fill("slow"));
    const { child, ended } = start("session.jsonl", "--trust-project", "--jobs", "1");
    await vi.waitUntil(() => left().includes("sleep 600"), {
      timeout: 30_000,
      interval: 20,
    });
    child.kill("SIGINT");
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toContain("interrupted");
    expect(stdout).toContain("1 of 1 call would be refused");
    expect(stdout).toContain("interrupted; so far replayed 1 call");
    expect({ left: left(), copies: copies() }).toEqual({ left: [], copies: [] });
  });
});
