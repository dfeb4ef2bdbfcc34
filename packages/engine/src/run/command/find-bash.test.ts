import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findBash } from "./find-bash.ts";

/** Folders with a file called bash in each. */
function world() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "bash-")));
  const folder = (name: string, mode = 0o755) => {
    mkdirSync(join(base, name), { recursive: true });
    writeFileSync(join(base, name, "bash"), "#!/bin/sh\n");
    chmodSync(join(base, name, "bash"), mode);
    return join(base, name);
  };
  return { base, folder, project: folder("project") };
}

it("P5 bash is the first program on the PATH with this name", () => {
  const { folder, project } = world();
  const path = [folder("data", 0o644), folder("one"), folder("two")].join(":");
  expect(findBash(path, project)).toBe(join(folder("one"), "bash"));
});

it("P5 a bash in the project is not used, not through a link or a relative PATH either", () => {
  const { base, folder, project } = world();
  mkdirSync(join(base, "links"));
  symlinkSync(join(project, "bash"), join(base, "links/bash"));
  const path = [".", "", project, folder("project/bin"), join(base, "links"), folder("own")].join(
    ":",
  );
  expect(findBash(path, project)).toBe(join(folder("own"), "bash"));
});

it("P5 without a PATH the usual places are searched", () => {
  expect(findBash(undefined, "/nowhere")).toMatch(/^\/.*\/bash$/);
  expect(findBash("/nowhere", "/")).toBeUndefined();
});

it("P5 a folder on the PATH that cannot be looked into is passed over", () => {
  const { base, folder, project } = world();
  symlinkSync("loop", join(base, "loop"));
  expect(findBash([join(base, "loop"), folder("own")].join(":"), project)).toBe(
    join(folder("own"), "bash"),
  );
});
