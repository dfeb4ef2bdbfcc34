import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, subjectOf } from "./testing.ts";
import { openTrustStore } from "./trust-store.ts";

const guard = 'const fs = require("fs"); process.stdout.write(typeof fs.readFileSync);';

/** A project with a trusted guard, and what trust says after a change. */
async function trusted(name: string, files: Readonly<Record<string, string>> = {}) {
  const root = folderWith({ ...files, [name]: guard });
  const store = openTrustStore({
    file: join(folderWith({}), "trust.json"),
    environment: { projectDirectory: root },
  });
  const subject = subjectOf(root, `node "$CLAUDE_PROJECT_DIR"/${name}`);
  await store.trust([subject]);
  const current = { present: new Set([subject.id]) };
  return {
    root,
    write(path: string, text: string | Buffer) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    state: async () => (await store.check(subject, current)).state,
    runs() {
      try {
        return execFileSync(process.execPath, [join(root, name)], { stdio: "pipe" }).length > 0;
      } catch {
        return false;
      }
    },
  };
}

describe("T1 the type of the nearest package.json is part of a JavaScript guard", () => {
  it.each([
    '{"type":"module"}',
    '{ "name": "x", "type" : "module" }',
    '{"type":"module","type":"other"}',
    '{"\\u0074ype":"module"}',
    '{"type":"\\u006dodule"}',
    "{",
    "[]",
    '{"name":1}',
    '{"name":"\\ud800"}',
    Buffer.from('{"name":"\xff"}', "latin1"),
  ])("appears: %s", async (text) => {
    const { write, state, runs } = await trusted(".claude/hooks/g.js");
    expect([await state(), runs()]).toEqual(["trusted", true]);
    write("package.json", text);
    expect(await state()).toBe("changed");
  });

  it("changes by a nearer package.json, and by removal", async () => {
    const { root, write, state } = await trusted("hooks/g.ts", {
      "package.json": '{"type":"commonjs"}',
    });
    write("hooks/package.json", "{}");
    expect(await state()).toBe("changed");
    rmSync(join(root, "hooks/package.json"));
    expect(await state()).toBe("trusted");
    rmSync(join(root, "package.json"));
    expect(await state()).toBe("changed");
  });

  it.each([
    '{"name":"x","scripts":{"test":"x"},"repository":{"type":"git"}}',
    "{}",
    '{"dependencies":{"type":"1.0.0"}}',
  ])("does not change with the rest: %s", async (text) => {
    const { write, state, runs } = await trusted("hooks/g.js");
    write("package.json", text);
    expect([await state(), runs()]).toEqual(["trusted", true]);
  });

  it.each(["hooks/g.cjs", "hooks/g.mjs"])("does not matter for %s", async (name) => {
    const { write, state } = await trusted(name);
    write("package.json", '{"type":"module"}');
    expect(await state()).toBe("trusted");
  });
});
