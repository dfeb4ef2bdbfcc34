import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { ClientFileError, installIn, uninstallFrom } from "./rewrite-servers.ts";

const place = { file: "f", scope: "project", serversKey: "mcpServers", urlKey: "url" } as const;
const install = (text: string) => installIn(text, place, [brand.command]);
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
    "files": { "command": "${brand.command}", "args": ["gateway", "--name", "files", "--", "npx", "-y", "server-files", "/data"], "env": {"A": "1"} },
    "lines": {
      "command": "${brand.command}", // started by uv
      "args": [
        "gateway", "--name", "lines", "--", "uvx", "mcp-server-git",
        "--repository", /* here */ "."
      ],
    },
    "bare": {"command":"${brand.command}", "args":["gateway", "--name", "bare", "--", "/usr/bin/notes-server"]},
    "empty": { "command": "${brand.command}", "args": ["gateway", "--name", "empty", "--", "x" ], "disabled": true },
    "remote": {
      "type": "stdio",
      "command": "${brand.command}", "args": ["gateway", "--name", "remote", "--url", "https://example.com/mcp", "--header-env", "Authorization=${brand.environmentPrefix}HEADER_AUTHORIZATION", "--header-env", "X-Team=${brand.environmentPrefix}HEADER_X_TEAM"],
      "env": { "${brand.environmentPrefix}HEADER_AUTHORIZATION": "Bearer \${TOKEN}", "${brand.environmentPrefix}HEADER_X_TEAM": "a" }
    },
    "plain": { "command": "${brand.command}", "args": ["gateway", "--name", "plain", "--url", "https://example.com/other"] },
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
    const words = ["/usr/bin/node", `/opt/bin/${brand.command}.js`] as const;
    const { text } = installIn(file, place, words);
    expect(text).toContain(
      `"command": "/usr/bin/node", "args": ["/opt/bin/${brand.command}.js", "gateway", "--name", "files", "--", "npx", "-y"`,
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
