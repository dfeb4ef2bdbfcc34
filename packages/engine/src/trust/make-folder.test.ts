import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "./make-folder.ts";
import { temporaryFolder } from "./testing.ts";

describe("makeFolder", () => {
  it("T2 makes a folder and those above it, for the user only", () => {
    const folder = join(temporaryFolder(), "a/b/c");
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "..")).mode & 0o777).toBe(0o700);
  });

  it.runIf(process.platform === "linux")("T2 fails where no folder can be made", () => {
    expect(() => makeFolder("/proc/nothing/here")).toThrow("ENOENT");
  });

  it("makes folders for others too, if asked to", () => {
    const folder = join(temporaryFolder(), "a/b");
    makeFolder(folder, 0o755);
    expect(statSync(join(folder, "..")).mode & 0o777).toBe(0o755);
  });

  it("is the only way in which the packages make nested folders", () => {
    const packages = join(import.meta.dirname, "../../..");
    const sources = globSync("*/src/**/*.ts", { cwd: packages }).filter(
      (file) => !/\.test\.ts$|testing|generated/.test(file),
    );
    expect(sources.length).toBeGreaterThan(400);
    const recursive = /mkdir(?:Sync)?\([^;]*recursive: true/;
    expect(
      sources.filter((file) => recursive.test(readFileSync(join(packages, file), "utf8"))),
    ).toEqual([]);
  });
});
