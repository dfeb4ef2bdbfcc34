import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

it("uses nothing of the language that Node 18 does not have", () => {
  const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
  const options = "--ignoreConfig --noEmit --strict --skipLibCheck --target es2022 --lib es2022";
  const modules = "--module nodenext --allowImportingTsExtensions --types node";
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(typescript, "bin/tsc"), ...`${options} ${modules}`.split(" "), "src/index.ts"],
    { cwd: join(import.meta.dirname, ".."), encoding: "utf8" },
  );
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});
