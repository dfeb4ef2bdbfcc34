import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { expect, it } from "vitest";
import * as tested from "../scripts/packed/tested.ts";
import { fencesOf } from "./testing/fences.ts";

const page = readFileSync(join(import.meta.dirname, "drive.md"), "utf8");
const [, section = ""] = /^## Editors$(.*?)^## /ms.exec(page) ?? [];

/** `command` and `args` of a snippet, in JSON or Lua. */
function commandIn(text: string): readonly string[] {
  const [, command = ""] = /"?command"?\s*[:=]\s*"([^"]*)"/.exec(text) ?? [];
  const [, args = ""] = /"?args"?\s*[:=]\s*[[{]([^\]}]*)[\]}]/.exec(text) ?? [];
  return [command, ...[...args.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word)];
}

it("every editor's snippet starts an agent that speaks the protocol", () => {
  const snippets = fencesOf(section).filter(({ language }) => ["json", "lua"].includes(language));
  expect(snippets).toHaveLength(3);
  const home = mkdtempSync(join(tmpdir(), "editors-"));
  for (const { text } of snippets) {
    const [name, ...args] = commandIn(text);
    expect(name).toBe(brand.command);
    const [program, ...words] = tested.command();
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: 1 },
    };
    const { stdout, status } = spawnSync(program, [...words, ...args], {
      input: `${JSON.stringify(initialize)}\n`,
      env: { PATH: tested.path, HOME: home },
      encoding: "utf8",
    });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { protocolVersion: 1 } });
  }
});
