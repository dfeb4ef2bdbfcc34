import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../trust/testing.ts";
import { openToggles } from "./toggles.ts";

const newFile = () => join(temporaryFolder(), "home", "toggles.json");

describe("openToggles", () => {
  it("U1 a hook is enabled until it is turned off, and can be turned on again", async () => {
    const file = newFile();
    const toggles = openToggles({ file });
    expect(await toggles.isDisabled("a")).toBe(false);
    await toggles.set("a", false);
    await toggles.set("b", false);
    expect(await openToggles({ file }).isDisabled("a")).toBe(true);
    await toggles.set("a", true);
    expect(await toggles.isDisabled("a")).toBe(false);
    expect(await toggles.isDisabled("b")).toBe(true);
  });

  it("U1 toggles set at the same time in one process are all kept", async () => {
    const toggles = openToggles({ file: newFile() });
    await Promise.all(["a", "b", "c", "d"].map((id) => toggles.set(id, false)));
    for (const id of ["a", "b", "c", "d"]) expect(await toggles.isDisabled(id)).toBe(true);
  });

  it("U1 only the owner may read them", async () => {
    const file = newFile();
    await openToggles({ file }).set("a", false);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  });

  it.each(["{", "[]", '{"version": 1, "disabled": [1]}', '{"version": 2, "disabled": []}'])(
    "U1 %s: every hook is enabled, a problem says so, a change keeps a copy",
    async (content) => {
      const file = newFile();
      mkdirSync(join(file, ".."));
      writeFileSync(file, content);
      const toggles = openToggles({ file });
      expect(await toggles.isDisabled("a")).toBe(false);
      expect(await toggles.problem()).toMatchObject({ file });
      const written = await toggles.set("a", false);
      if (!written.ok || !written.keptCopy) throw new Error("no copy was kept");
      expect(readFileSync(written.keptCopy, "utf8")).toBe(content);
      expect(await toggles.isDisabled("a")).toBe(true);
    },
  );

  it("U1 a directory instead of the file: hooks are enabled, and a change reports the directory", async () => {
    const file = newFile();
    mkdirSync(file, { recursive: true });
    const toggles = openToggles({ file });
    expect(await toggles.problem()).toMatchObject({ file, found: "is a directory" });
    expect(await toggles.set("a", false)).toMatchObject({ ok: false, problem: { file } });
  });
});
