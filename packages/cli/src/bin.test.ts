import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";

const cli = join(import.meta.dirname, "..");
const file = `${brand.command}.js`;

/** The checked-in start file in a folder of its own, with or without a bundle beside it. */
function install(bundle?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "bin-test-"));
  cpSync(join(cli, "bin"), join(folder, "bin"), { recursive: true });
  cpSync(join(cli, "package.json"), join(folder, "package.json"));
  if (bundle !== undefined) {
    mkdirSync(join(folder, "dist"));
    writeFileSync(join(folder, "dist", `${brand.command}.mjs`), bundle);
  }
  return folder;
}

function start(folder: string, version = process.versions.node) {
  const preload = join(folder, "version.cjs");
  const versions = { ...process.versions, node: version };
  writeFileSync(
    preload,
    `Object.defineProperty(process, "versions", { value: ${JSON.stringify(versions)} });`,
  );
  const args = ["--require", preload, join(folder, "bin", file)];
  return spawnSync(process.execPath, args, { encoding: "utf8" });
}

describe("the start file", () => {
  it.each(["0.12.18", "20.20.2", "22.21.9"])("on Node %s says found, needed and how", (version) => {
    const { status, stdout, stderr } = start(install("console.log('started')"), version);
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.trimEnd().split("\n")).toEqual([
      expect.stringContaining(`found Node ${version}`),
    ]);
    expect(stderr).toMatch(/needs 22\.22 or newer: install/);
  });

  it("without a bundle says how to build it", () => {
    const { status, stderr } = start(install());
    expect(status).toBe(1);
    expect(stderr).toContain("run `npm run build` first");
  });

  it("starts the bundle in this process", () => {
    const { status, stdout } = start(install("console.log('started', process.argv.length)"));
    expect({ status, stdout }).toEqual({ status: 0, stdout: "started 2\n" });
  });
});
