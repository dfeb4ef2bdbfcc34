import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { disguiseKinds, disguises, lookAlikeKinds, lookAlikes } from "./command-variants.ts";

const folder = mkdtempSync(join(tmpdir(), "variants-"));
afterAll(() => rmSync(folder, { recursive: true }));

const shell = (command: string): string =>
  execFileSync("/bin/sh", ["-c", `${command} || true`], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

/** Those that need no other program, so that a shell can show what they run. */
const needOthers = ["sudo", "git-folder", "absolute-path"];

describe("command variants", () => {
  it.each(disguises("printf 'it %s' ran").filter(({ kind }) => !needOthers.includes(kind)))(
    "the shell runs the same program in the disguise $kind",
    ({ command }) => {
      expect(shell(command).trim()).toBe("it ran");
    },
  );

  it.each(lookAlikes("printf 'it %s' ran"))(
    "the shell does not run the program in the look-alike $kind",
    ({ command }) => {
      expect(shell(command)).not.toMatch(/^it ran$/m);
    },
  );

  it("a command that starts with something else than a program keeps the disguises that fit any text", () => {
    expect(disguises("X=1 rm -rf /").map(({ kind }) => kind)).toEqual([
      "sudo",
      "after-cd",
      "substitution",
      "shell",
    ]);
  });

  it("git gets a folder before its command", () => {
    const found = disguises("git push --force").find(({ kind }) => kind === "git-folder");
    expect(found?.command).toBe("git -C . push --force");
  });

  it("lists every kind", () => {
    expect(disguises("git push").map(({ kind }) => kind)).toEqual(disguiseKinds);
    expect(lookAlikes("git push").map(({ kind }) => kind)).toEqual(lookAlikeKinds);
  });
});
