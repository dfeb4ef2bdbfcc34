import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openToggles } from "../admit/toggles.ts";
import { folderWith, subjectOf, temporaryFolder } from "./testing.ts";
import { openTrustStore } from "./trust-store.ts";

/** Runs a module text in a process of its own, with `data` in reach; answers with its exit code. */
async function inChild(module: string, text: string, data: unknown): Promise<number> {
  const source = `import * as module from ${JSON.stringify(import.meta.resolve(module))};
    const data = ${JSON.stringify(data)};
    ${text}`;
  const flags = ["--conditions=workspace-source", "--input-type=module"];
  const child = spawn(process.execPath, [...flags, "-e", source], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  return Number(code);
}

/** Ten processes at once; meanwhile the file is whole each time somebody looks. */
async function tenAtOnce(file: string, start: (index: number) => Promise<number>) {
  let running = true;
  let looks = 0;
  const all = Promise.all(Array.from({ length: 10 }, (_, index) => start(index)));
  all.finally(() => {
    running = false;
  });
  while (running) {
    if (existsSync(file)) {
      expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ version: 1 });
      looks++;
    }
    await sleep(1);
  }
  expect(await all).toEqual(Array(10).fill(0));
  expect(looks).toBeGreaterThan(0);
}

describe("openPrivateJsonFile", () => {
  it("T2 ten processes trust different hooks at once, and no entry is lost", async () => {
    const root = folderWith({ "guard.sh": "exit 2" });
    const file = join(temporaryFolder(), "home", "trust.json");
    const subjects = Array.from({ length: 10 }, (_, index) =>
      subjectOf(root, `./guard.sh ${index}`),
    );
    const text = `const written = await module.openTrustStore(data.options).trust([data.subject]);
      process.exitCode = written.ok ? 0 : 1;`;
    const options = { file, environment: { projectDirectory: root } };
    await tenAtOnce(file, (index) =>
      inChild("./trust-store.ts", text, { options, subject: subjects[index] }),
    );
    const store = openTrustStore(options);
    for (const subject of subjects)
      expect(await store.check(subject, { present: new Set() })).toEqual({ state: "trusted" });
    expect(readdirSync(join(file, "..")).sort()).toEqual(["trust.json", "trusted-scripts"]);
  }, 30_000);

  it("U1 ten processes toggle different hooks at once, and no toggle is lost", async () => {
    const file = join(temporaryFolder(), "home", "toggles.json");
    const text = `const written = await module.openToggles(data).set(data.id, false);
      process.exitCode = written.ok ? 0 : 1;`;
    await tenAtOnce(file, (index) =>
      inChild("../admit/toggles.ts", text, { file, id: `hook-${index}` }),
    );
    const toggles = openToggles({ file });
    for (let index = 0; index < 10; index++)
      expect(await toggles.isDisabled(`hook-${index}`)).toBe(true);
  }, 30_000);

  it("T2 a lock left by a killed process expires", async () => {
    const file = join(temporaryFolder(), "toggles.json");
    writeFileSync(`${file}.lock`, "");
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(`${file}.lock`, longAgo, longAgo);
    expect(await openToggles({ file }).set("a", false)).toMatchObject({ ok: true });
  });

  it("T2 a link to the file stays a link, and only its owner may read it", async () => {
    const folder = folderWith({ "dotfiles/toggles.json": "{}" });
    const [target, file] = [join(folder, "dotfiles/toggles.json"), join(folder, "toggles.json")];
    symlinkSync(target, file);
    expect(await openToggles({ file }).set("a", false)).toMatchObject({ ok: true });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(await openToggles({ file: target }).isDisabled("a")).toBe(true);
  });
});
