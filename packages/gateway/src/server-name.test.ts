import { describe, expect, it } from "vitest";
import { serverNameOf, serverNameOfUrl } from "./server-name.ts";

describe("the name of a server", () => {
  it.each([
    ["npx -y @modelcontextprotocol/server-filesystem /data", "filesystem"],
    ["npx @scope/github-mcp-server@1.2.3", "github"],
    ["uvx mcp-server-git --repository x", "git"],
    ["python3 -m weather_server", "weather_server"],
    ["node /opt/tools/notes-mcp.mjs", "notes"],
    ["docker run -i --rm ghcr.io/github/github-mcp-server", "github"],
    ["/usr/local/bin/files-server", "files"],
    ["node", "node"],
  ])("%s: %s", (command, name) => {
    expect(serverNameOf(command.split(" "))).toBe(name);
  });

  it("comes from the host of an address", () => {
    expect(serverNameOfUrl(new URL("https://mcp.example.com/v1"))).toBe("example.com");
  });
});
