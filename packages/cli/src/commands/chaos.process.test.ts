import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
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
  return { settings, chaos };
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

it("T5 --fix changes no settings when an agent or a hook runs the command", async () => {
  const { chaos, settings } = project();
  const before = readFileSync(settings, "utf8");
  const inside = { [`${brand.environmentPrefix}RUN`]: "1" };
  expect(await chaos(inside, "--trust-project", "--fix")).toMatchObject({ code: 1, stdout: "" });
  expect(readFileSync(settings, "utf8")).toBe(before);
});
