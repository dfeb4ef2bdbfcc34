import { describe, expect, it } from "vitest";
import { ClientFileError, installIn, uninstallFrom } from "./rewrite-servers.ts";

const place = { file: "f", scope: "project", serversKey: "mcpServers", urlKey: "url" } as const;
const install = (text: string) => installIn(text, place, ["snaphook"]);
const uninstall = (text: string) => uninstallFrom(text, place);

const file = `{
  // my servers
  "theme": "dark",
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "server-files", "/data"], "env": {"A": "1"} },
    "lines": {
      "command": "uvx", // started by uv
      "args": [
        "mcp-server-git",
        "--repository", /* here */ "."
      ],
    },
    "bare": {"command":"/usr/bin/notes-server"},
    "empty": { "command": "x", "args": [ ], "disabled": true },
    "remote": {
      "type": "http",
      "url": "https://example.com/mcp",
      "headers": { "Authorization": "Bearer \${TOKEN}", "X-Team": "a" }
    },
    "plain": { "url": "https://example.com/other" },
    "old": { "type": "sse", "url": "https://example.com/sse" },
    "odd": { "command": ["npx"] },
    "none": {}
  }
}
`;

describe("install", () => {
  it("puts the gateway before every server; comments and format stay", () => {
    const { text, changed, left } = install(file);
    expect(text).toBe(`{
  // my servers
  "theme": "dark",
  "mcpServers": {
    "files": { "command": "snaphook", "args": ["gateway", "--name", "files", "--", "npx", "-y", "server-files", "/data"], "env": {"A": "1"} },
    "lines": {
      "command": "snaphook", // started by uv
      "args": [
        "gateway", "--name", "lines", "--", "uvx", "mcp-server-git",
        "--repository", /* here */ "."
      ],
    },
    "bare": {"command":"snaphook", "args":["gateway", "--name", "bare", "--", "/usr/bin/notes-server"]},
    "empty": { "command": "snaphook", "args": ["gateway", "--name", "empty", "--", "x" ], "disabled": true },
    "remote": {
      "type": "stdio",
      "command": "snaphook", "args": ["gateway", "--name", "remote", "--url", "https://example.com/mcp", "--header-env", "Authorization=SNAPHOOK_HEADER_AUTHORIZATION", "--header-env", "X-Team=SNAPHOOK_HEADER_X_TEAM"],
      "env": { "SNAPHOOK_HEADER_AUTHORIZATION": "Bearer \${TOKEN}", "SNAPHOOK_HEADER_X_TEAM": "a" }
    },
    "plain": { "command": "snaphook", "args": ["gateway", "--name", "plain", "--url", "https://example.com/other"] },
    "old": { "type": "sse", "url": "https://example.com/sse" },
    "odd": { "command": ["npx"] },
    "none": {}
  }
}
`);
    expect(changed).toEqual(["files", "lines", "bare", "empty", "remote", "plain"]);
    expect(left.map(({ name }) => name)).toEqual(["old", "odd", "none"]);
  });

  it("changes no entry twice, and uninstall restores every byte", () => {
    const once = install(file).text;
    expect(install(once)).toMatchObject({ text: once, changed: [] });
    expect(uninstall(once).text).toBe(file);
    expect(uninstall(file)).toMatchObject({ text: file, changed: [] });
  });

  it("knows a gateway that is started by the path of its file", () => {
    const words = ["/usr/bin/node", "/opt/bin/snaphook.js"] as const;
    const { text } = installIn(file, place, words);
    expect(text).toContain(
      '"command": "/usr/bin/node", "args": ["/opt/bin/snaphook.js", "gateway", "--name", "files", "--", "npx", "-y"',
    );
    expect(installIn(text, place, words).changed).toEqual([]);
    expect(uninstall(text).text).toBe(file);
  });

  it("does not change a file that it cannot read", () => {
    expect(() => install('{"mcpServers": {')).toThrow(ClientFileError);
    expect(() => install("[]")).toThrow("it is not a JSON object");
    expect(install("{}")).toEqual({ text: "{}", changed: [], left: [] });
  });
});
