import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brand, chaosReport } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { command, workplace } from "../testing/workplace.ts";

function project() {
  const place = workplace();
  mkdirSync(join(place.cwd, ".claude"));
  const settings = join(place.cwd, ".claude/settings.json");
  writeFileSync(
    settings,
    JSON.stringify({ hooks: { PreToolUse: command("echo no >&2; exit 2") } }),
  );
  const chaos = (more: NodeJS.ProcessEnv, ...args: readonly string[]) =>
    place.start(["chaos", ...args], more).ended;
  return { settings, chaos, place };
}

it("T8 chaos tries trusted hooks only, and exits with 1 until every guard fails closed", async () => {
  const { chaos, settings } = project();
  const untrusted = await chaos({});
  expect(untrusted).toMatchObject({ code: 1, stderr: "" });
  expect(untrusted.stdout).toContain("? not-tried: PreToolUse echo no >&2; exit 2");
  const open = await chaos({}, "--trust-project", "--json");
  expect(open.code).toBe(1);
  expect(JSON.parse(open.stdout)).toMatchObject({ hooks: [{ grade: "fails-open" }], applied: [] });
  const fixed = await chaos({}, "--trust-project", "--fix");
  expect(fixed.stdout).toContain(`changed ${settings}: set "onFailure": "block"`);
  expect(readFileSync(settings, "utf8")).toContain('"onFailure":');
  expect(await chaos({}, "--trust-project")).toMatchObject({ code: 0 });
});

it.each([
  ["a file that is not JSON", '{ "hooks": '],
  [
    "a list as matcher",
    JSON.stringify({
      hooks: { PreToolUse: [{ ...command("exit 2")[0], matcher: ["Bash", "Write"] }] },
    }),
  ],
])("C5 chaos, test and trust report settings with %s, and do not pass", async (_, text) => {
  const { chaos, settings, place } = project();
  writeFileSync(settings, text);
  writeFileSync(join(place.cwd, "a.hooktest.yaml"), "guards: [{ allow: [ls] }]\n");
  const tried = await chaos({}, "--trust-project");
  expect(tried.code).toBe(1);
  expect(tried.stdout).toContain(`${settings}:1:`);
  expect(tried.stdout).toContain("hooks are missing here, because the settings have errors");
  expect(tried.stdout).not.toContain("no hooks are configured");
  const tests = await place.start(["test", "--trust-project"]).ended;
  expect(tests.code).toBe(1);
  expect(tests.stdout).toContain(`${settings}:1:`);
  expect(tests.stdout).toContain("1 passed, 0 failed, 1 broken in fixtures or settings");
  const trust = await place.start(["trust"]).ended;
  expect(trust.stdout).toContain("the settings have errors: fix them");
  expect(trust.stdout).not.toContain("has no hooks");
});

it("U1 chaos --settings tries the hooks of a file, and --json matches its schema", async () => {
  const { chaos, place } = project();
  const more = join(place.base, "more.json");
  writeFileSync(more, JSON.stringify({ hooks: { PreToolUse: command("exit 2") } }));
  const { code, stdout } = await chaos({}, "--settings", more, "--json");
  expect(code).toBe(1);
  const report = JSON.parse(stdout);
  expect(chaosReport.parse(report)).toMatchObject({ ok: true });
  expect(report.hooks.map((hook: { grade: string }) => hook.grade)).toEqual([
    "not-tried",
    "fails-open",
  ]);
  const missing = await chaos({}, "--settings", "no-such-file.json");
  expect(missing.code).toBe(1);
  expect(missing.stdout).toContain("no-such-file.json");
});

it("T5 --fix changes no settings when an agent or a hook runs the command", async () => {
  const { chaos, settings } = project();
  const before = readFileSync(settings, "utf8");
  const inside = { [`${brand.environmentPrefix}RUN`]: "1" };
  expect(await chaos(inside, "--trust-project", "--fix")).toMatchObject({ code: 1, stdout: "" });
  expect(readFileSync(settings, "utf8")).toBe(before);
});

it("U1 --fix says of what it cannot change why, and then what to do", async () => {
  const { chaos, settings } = project();
  const guard = command("echo no >&2; exit 2 || true", { onFailure: "continue" });
  writeFileSync(settings, JSON.stringify({ hooks: { PreToolUse: guard } }));
  const { stdout } = await chaos({}, "--trust-project", "--fix");
  expect(stdout).toMatch(
    /^not changed, because only its author can do this: echo no .*\n {4}to do {2}its "onFailure" is "continue"/m,
  );
});
