import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rawServer } from "../mcp/testing/servers.ts";
import { type Play, play } from "./testing/play.ts";

const named = (name: string, config = rawServer()): string => config.replace('"raw"', `"${name}"`);
const calling = (tool: string) => ({ script: [[{ tool, input: {} }], ["done"]] });
const warningsOf = ({ events }: Awaited<ReturnType<typeof play>>): readonly string[] =>
  events.flatMap((event) =>
    event.type === "notice" && event.level === "warning" ? [event.text] : [],
  );
/** What the model read last. */
const lastOf = ({ requests }: Awaited<ReturnType<typeof play>>) =>
  JSON.stringify(requests.at(-1)?.messages.at(-1));

describe("rules for tools of MCP servers", () => {
  it("M7 an allow rule covers its server alone; a deny rule knows servers with __ and other characters", async () => {
    const tried = (name: string, tool: string, rules: Play) =>
      play({ mcpConfig: [named(name)], permissionMode: "default", ...calling(tool), ...rules });
    const [own, other, denied, cleaned] = await Promise.all([
      tried("s__t", "mcp__s__t__echo", { allowedTools: ["mcp__s__t"] }),
      tried("notes__evil", "mcp__notes__evil__echo", { allowedTools: ["mcp__notes"] }),
      tried("s__t", "mcp__s__t__echo", {
        disallowedTools: ["mcp__s__t"],
        permissionMode: "bypassPermissions",
      }),
      tried("a.b", "mcp__a_b__echo", {
        disallowedTools: ["mcp__a.b__echo"],
        permissionMode: "bypassPermissions",
      }),
    ]);
    expect(lastOf(own)).toContain("echo {}");
    for (const one of [other, denied, cleaned]) expect(lastOf(one)).not.toContain("echo {}");
    expect(warningsOf(other)).toContainEqual(
      expect.stringContaining("--allowedTools mcp__notes has no effect"),
    );
  });

  it("C5 a deny or ask rule for a tool that the server does not have is reported, with its tools", async () => {
    const played = await play({
      mcpConfig: [rawServer()],
      disallowedTools: ["mcp__raw__Echo", "mcp__raw__fail", "mcp__raw__*"],
      userSettings: { permissions: { ask: ["mcp__raw__ech"] } },
    });
    const warnings = warningsOf(played).filter((text) => text.startsWith("the rule"));
    expect(warnings).toEqual([
      expect.stringMatching(
        /^the rule mcp__raw__Echo has no effect: the MCP server raw has no such tool; it has mcp__raw__echo, /,
      ),
      expect.stringContaining("the rule mcp__raw__ech has no effect"),
    ]);
  });

  it("C5 what refuses to start a session does so before a server is started", async () => {
    const log = join(mkdtempSync(join(tmpdir(), "mcp-")), "log");
    const mcpConfig = [rawServer([], { env: { RAW_LOG: log } })];
    const refused = (options: Play) => expect(play({ mcpConfig, ...options })).rejects;
    await refused({ disallowedTools: ["mcp__rwa"] }).toThrow(
      '--disallowedTools mcp__rwa has no effect: no MCP server is called "rwa"; names are exact and case-sensitive; did you mean "mcp__raw"?',
    );
    await refused({ settings: '{"permissions":{"ask":["mcp__Raw__echo"]}}' }).toThrow(
      'did you mean "mcp__raw"?',
    );
    await refused({
      model: async () => {
        throw new Error("no model");
      },
    }).toThrow("no model");
    const hook = { type: "command", command: "true" };
    await refused({
      untrusted: "fail",
      projectSettings: { hooks: { Stop: [{ hooks: [hook] }] } },
    }).toThrow("not trusted");
    expect(existsSync(log)).toBe(false);
  });
});
