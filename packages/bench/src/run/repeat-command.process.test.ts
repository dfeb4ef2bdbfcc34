import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks, type TraceRecord } from "@snaphook/engine";
import { type EventName, sampleInput } from "@snaphook/protocol";
import { expect, it, onTestFinished } from "vitest";
import { runReport } from "./run-report.ts";

/** Runs one hook of a plugin in `my plugin` and returns the lines that repeat it. */
async function repeatLines(event: EventName, handler: object, more: object = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "repeat-")));
  const [cwd, plugin] = [join(base, "project"), join(base, "my plugin")];
  for (const folder of [cwd, join(plugin, "hooks")]) mkdirSync(folder, { recursive: true });
  const hooks = { [event]: [{ hooks: [handler] }] };
  writeFileSync(join(plugin, "hooks/hooks.json"), JSON.stringify({ hooks }));
  writeFileSync(
    join(plugin, "hook.sh"),
    `#!/bin/sh\ncat > "$CLAUDE_PROJECT_DIR/input"\necho "$CLAUDE_PLUGIN_ROOT" "$@"\necho A=1 > "\${CLAUDE_ENV_FILE:-/dev/null}"\n`,
  );
  chmodSync(join(plugin, "hook.sh"), 0o755);
  const records: TraceRecord[] = [];
  const opened = await createHooks({
    cwd,
    home: join(base, "home"),
    managedFile: join(base, "managed.json"),
    pluginDirectories: [plugin],
    sessionId: "s",
    trustProject: true,
    trace: { record: (record) => void records.push(record) },
  });
  onTestFinished(async () => void (await opened.close()));
  const input = { ...sampleInput(event, { cwd }), ...more };
  const { ran } = await runReport(opened, records, { event, input });
  return { cwd, plugin, input, lines: ran.map(({ repeat }) => repeat) };
}

const shell = (line: string | null | undefined): string =>
  execFileSync("sh", ["-c", line ?? "exit 9"], { encoding: "utf8" });

it.each([
  [{ command: '"${CLAUDE_PLUGIN_ROOT}"/hook.sh one' }, "one"],
  [{ command: "${CLAUDE_PLUGIN_ROOT}/hook.sh", args: ["a b", "'"] }, "a b '"],
  [{ command: '[[ 1 ]] && "${CLAUDE_PLUGIN_ROOT}"/hook.sh', shell: "bash" }, ""],
])("P5, P7 the repeat line of %j runs the same with the same input", async (handler, args) => {
  const { cwd, plugin, input, lines } = await repeatLines("SessionStart", {
    type: "command",
    ...handler,
  });
  writeFileSync(join(cwd, "input"), "");
  expect(shell(lines[0]).trim()).toBe(`${plugin} ${args}`.trim());
  expect(JSON.parse(readFileSync(join(cwd, "input"), "utf8"))).toEqual(input);
});

it("H4 an http hook is repeated with its headers; variables are those of the shell, and only the allowed ones", async () => {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    const { authorization, "x-other": other } = request.headers;
    received.push({ authorization, other });
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const headers = { Authorization: "Bearer $HOOK_TOKEN", "X-Other": 'a"b $SECRET c' };
  const { lines } = await repeatLines("Stop", {
    type: "http",
    url,
    headers,
    allowedEnvVars: ["HOOK_TOKEN"],
  });
  expect(lines[0]).toContain("curl --data-binary @-");
  expect(lines[0]).toContain('-H "Authorization: Bearer ${HOOK_TOKEN}" -H "X-Other: a\\"b  c"');
});

it("what a shell cannot run again has no repeat line", async () => {
  const { lines: prompt } = await repeatLines("Stop", { type: "prompt", prompt: "Fine?" });
  const { lines: unstarted } = await repeatLines("Stop", { type: "command", command: "" });
  const long = { last_assistant_message: "x".repeat(5000) };
  const { lines: large } = await repeatLines("Stop", { type: "command", command: "true" }, long);
  expect([prompt, unstarted, large].flat()).toEqual([null, null, null]);
});
