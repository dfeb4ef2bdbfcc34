import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { errorCode } from "./file-identity.ts";
import { temporaryFolder } from "./testing.ts";
import { withLock } from "./with-lock.ts";

const impatient = { waitMs: 50, abandonedMs: 10_000 };
const nothing = () => Promise.resolve();

/** A lock of another process, last renewed so long ago. */
function lockedSince(seconds: number) {
  const file = join(temporaryFolder(), "toggles.json");
  const lock = `${file}.lock`;
  writeFileSync(lock, "another");
  const then = new Date();
  then.setSeconds(then.getSeconds() - seconds);
  utimesSync(lock, then, then);
  return { file, lock, folder: join(file, "..") };
}

describe("withLock", () => {
  it("T2 runs one action at a time", async () => {
    const { file, folder } = lockedSince(60);
    let [inside, most] = [0, 0];
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await turn();
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => withLock(file, work)));
    expect(most).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("T2 a lock that another process holds is waited for, not taken", async () => {
    const { file, lock } = lockedSince(5);
    await expect(withLock(file, nothing, impatient)).rejects.toMatchObject({
      code: "ELOCKED",
      message: `another process holds ${lock}`,
    });
    expect(readFileSync(lock, "utf8")).toBe("another");
  });

  it("T2 is renewed during the work, and removed when the work fails", async () => {
    const file = join(temporaryFolder(), "toggles.json");
    const lock = `${file}.lock`;
    const work = async () => {
      utimesSync(lock, 0, 0);
      await vi.waitFor(() => expect(statSync(lock).mtimeMs).toBeGreaterThan(0), 10_000);
      throw new Error("the work failed");
    };
    const often = { waitMs: 0, abandonedMs: 50 };
    await expect(withLock(file, work, often)).rejects.toThrow("the work failed");
    expect(existsSync(lock)).toBe(false);
  });

  it("T2 a lock that another process took meanwhile is not removed", async () => {
    const file = join(temporaryFolder(), "toggles.json");
    await withLock(file, async () => writeFileSync(`${file}.lock`, "another"));
    expect(readFileSync(`${file}.lock`, "utf8")).toBe("another");
  });

  it("T2 a lock that cannot be made or read is an error, not a wait", async () => {
    const folder = temporaryFolder();
    const code = (file: string) => withLock(join(folder, file), nothing).catch(errorCode);
    expect(await code("missing/toggles.json")).toBe("ENOENT");
    mkdirSync(join(folder, "toggles.json.lock"));
    expect(await code("toggles.json")).toBe("EISDIR");
  });
});
