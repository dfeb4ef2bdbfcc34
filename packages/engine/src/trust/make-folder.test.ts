import { statSync } from "node:fs";
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
});
