import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shellWord } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { command as testedCommand } from "../../../../scripts/packed/tested.ts";
import { bash, command, workplace } from "../testing/workplace.ts";

const escapeCharacter = "\u001b";

/** A session with a guard that refuses, and its trace. */
async function recorded() {
  const place = workplace({
    hooks: {
      // Its name and its answer contain a control sequence.
      PreToolUse: command('grep -q "rm -rf" || exit 0; echo "not \u001b[31mhere" >&2; exit 2'),
      Stop: command("exit 1"),
    },
    script: [[bash("rm -rf build")], ["done"]],
  });
  const file = join(place.base, "trace.jsonl");
  const session = place.start(["-p", "Tidy up", ...place.model, "--trace", file]);
  expect(await session.ended).toMatchObject({ code: 0 });
  const trace = (...args: readonly string[]) => place.start(["trace", file, ...args]).ended;
  return { place, file, trace };
}

it("P15 trace shows a recorded session, names wrong filters, files and lines, and writes a private page", async () => {
  const { trace, file, place } = await recorded();
  const all = await trace();
  expect(all).toMatchObject({ code: 0, stderr: "" });
  expect(all.stdout).not.toContain("\u001b");
  expect(all.stdout).toMatch(/^turn \d: "Tidy up"$/m);
  expect(all.stdout).toMatch(/^PreToolUse Bash +refuse .*█.* refused$/m);
  expect(all.stdout).toMatch(/^ {2}exit 1 +exit 1 .* failed: /m);
  expect(all.stdout).toMatch(/\d events without hooks \(--all shows them\)/);
  const changed = await trace("--changed", "--hook", "grep", "--event", "PreToolUse", "--json");
  const { turns } = JSON.parse(changed.stdout);
  expect(turns).toMatchObject([{ events: [{ event: "PreToolUse", changed: ["refused"] }] }]);
  const { repeat } = turns[0].events[0].runs[0];
  expect(repeat).toMatch(/^cd .* && printf /);
  const narrow = await place.start(["trace", file], { COLUMNS: "50" }).ended;
  for (const line of narrow.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(50);
  await checkPage(trace, join(place.base, "page.html"));
  await checkMistakes(trace, file);
});

it("section 9: on a terminal, trace has colours unless NO_COLOR is set, as wide as the terminal, and no other control characters", async ({
  skip,
}) => {
  const script = "/usr/bin/script";
  skip(!existsSync(script), `${script}, which opens a terminal, is not installed`);
  const { place, file } = await recorded();
  const line = [...testedCommand(), "trace", file].map(shellWord).join(" ");
  const shown = (before: string) =>
    spawnSync(script, ["-qec", `stty cols 70; ${before} ${line}`, "/dev/null"], {
      cwd: place.cwd,
      env: { PATH: process.env["PATH"], HOME: place.home, TERM: "xterm" },
      encoding: "utf8",
      input: "",
    }).stdout.replaceAll("\r\n", "\n");
  const plain = shown("NO_COLOR=1");
  expect(plain).toContain("PreToolUse Bash");
  expect(plain).not.toContain(escapeCharacter);
  for (const row of plain.split("\n")) expect(row.length).toBeLessThanOrEqual(70);
  const coloured = shown("");
  expect(coloured).toContain(`${escapeCharacter}[33mPreToolUse Bash`);
  const colours = ["[0m", "[1m", "[2m", "[31m", "[33m", "[36m"];
  const parts = coloured.split(escapeCharacter).slice(1);
  expect(parts.filter((part) => !colours.some((colour) => part.startsWith(colour)))).toEqual([]);
});

type Trace = Awaited<ReturnType<typeof recorded>>["trace"];

async function checkPage(trace: Trace, page: string): Promise<void> {
  expect(await trace("--html", page)).toMatchObject({ code: 0, stdout: "" });
  expect(statSync(page).mode & 0o777).toBe(0o600);
  expect(readFileSync(page, "utf8")).toContain("default-src 'none'");
  const spans = `${page}.otlp.json`;
  expect(await trace("--otlp", spans)).toMatchObject({ code: 0, stdout: "" });
  expect(JSON.parse(readFileSync(spans, "utf8"))).toHaveProperty("resourceSpans.0.scopeSpans");
}

async function checkMistakes(trace: Trace, file: string): Promise<void> {
  const before = readFileSync(file, "utf8");
  const mistakes = [
    [["--html", file], "is the trace itself; name another file"],
    [["--html", `${file}/page.html`], "cannot be written: "],
    [["--event", "PreTolUse"], 'there is no event "PreTolUse" in it; did you mean PreToolUse?'],
    [["--hook", "prettier"], 'no hook in it has "prettier" in its name; it has: '],
  ] as const;
  const answers = await Promise.all(mistakes.map(([args]) => trace(...args)));
  for (const [index, [, message]] of mistakes.entries()) {
    expect(answers[index]).toMatchObject({ code: 1, stdout: "" });
    expect(answers[index]?.stderr).toContain(message);
  }
  expect(readFileSync(file, "utf8")).toBe(before);
  writeFileSync(file, `${before}{"version":1,"kind":`);
  const cut = await trace();
  expect(cut.code).toBe(1);
  expect(cut.stderr).toMatch(/trace\.jsonl:\d+: the line is cut off/);
  expect(cut.stdout).toMatch(/^PreToolUse Bash +refuse /m);
}
