import { brand } from "@snaphook/protocol";
import fc from "fast-check";
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
    const renamed = installIn(file, place, ["/usr/bin/node", "/opt/dist/main.js"]);
    expect(renamed.changed).toHaveLength(6);
    expect(uninstall(renamed.text).text).toBe(file);
  });

  it("headers whose names differ only in signs have a variable each", () => {
    const headers = { "X-Api-Key": "1", X_Api_Key: "2", "x.api.key": "3" };
    const before = JSON.stringify({ mcpServers: { a: { url: "https://a.example/mcp", headers } } });
    const { text } = install(before);
    const { env } = JSON.parse(text).mcpServers.a;
    expect(Object.values(env)).toEqual(["1", "2", "3"]);
    expect(uninstall(text).text).toBe(before);
  });

  it("uninstall changes no entry that would lose something", () => {
    const variable = `${brand.environmentPrefix}HEADER_X`;
    const entry = (args: readonly string[], env: object) =>
      JSON.stringify({
        mcpServers: {
          a: {
            command: brand.command,
            args: ["gateway", "--url", "https://a.example/mcp", ...args],
            env,
          },
        },
      });
    const same = ["--header-env", `X-A=${variable}`, "--header-env", `X_A=${variable}`];
    const files = [
      [entry(same, { [variable]: "1" }), "two of its headers use the same variable"],
      [entry(same.slice(2), {}), "its env does not have the value of every header"],
      [
        entry(same.slice(2), { [variable]: "1", B: "2" }),
        "its env has variables that are not headers",
      ],
      [entry(["--header", "A: b"], {}), "it has a header in its arguments"],
    ] as const;
    for (const [text, because] of files)
      expect(uninstall(text)).toEqual({ text, changed: [], left: [{ name: "a", because }] });
  });

  it("any entry: install changes it only if uninstall restores every byte", () => {
    const word = fc.oneof(fc.constantFrom("gateway", "--", "--url", "npx", "a=b"), fc.string());
    const words = fc.oneof(fc.array(word), word);
    const dictionary = fc.dictionary(fc.oneof(fc.constantFrom("X-A", "X_A", "x.a"), word), word);
    const entry = fc.record(
      { command: word, args: words, url: word, headers: dictionary, env: dictionary, type: word },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.dictionary(word, entry), fc.boolean(), (mcpServers, escapes) => {
        const json = JSON.stringify({ mcpServers }, null, 1);
        const text = escapes ? json.replaceAll("n", "\\u006e") : json;
        const { text: changed, left } = install(text);
        expect(() => JSON.parse(changed)).not.toThrow();
        if (left.every(({ because }) => !because.includes("already")))
          expect(uninstall(changed).text).toBe(text);
      }),
    );
  });

  it("does not change a file that it cannot read", () => {
    expect(() => install('{\n"mcpServers": {')).toThrow("it is not valid JSON (line 2: ");
    expect(() => install('{"mcpServers": {')).toThrow(ClientFileError);
    expect(() => install("\uFEFF{}")).toThrow("it starts with a byte order mark");
    expect(() => install("[]")).toThrow("it is not a JSON object");
    expect(install("{}")).toEqual({ text: "{}", changed: [], left: [] });
  });
});
