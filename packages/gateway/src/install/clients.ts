import { join } from "node:path";

/** A file in which a client keeps its MCP servers. */
export interface ClientFile {
  readonly file: string;
  /** A file of a project is shared, so it names no paths of this machine. */
  readonly scope: "project" | "user";
  /** The key of the object with the servers. */
  readonly serversKey: string;
  /** The key of an address with streamable HTTP; undefined: the client has no such servers. */
  readonly urlKey: string | undefined;
}

interface Surroundings {
  readonly home: string;
  readonly cwd: string;
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const standard = { serversKey: "mcpServers", urlKey: "url" } as const;

const clients = {
  "claude-code": ({ cwd }) => [{ ...standard, scope: "project", file: join(cwd, ".mcp.json") }],
  "claude-desktop": (around) => [
    {
      ...standard,
      urlKey: undefined,
      scope: "user",
      file: join(applicationFolder(around), "Claude", "claude_desktop_config.json"),
    },
  ],
  cursor: ({ cwd, home }) => [
    { ...standard, scope: "project", file: join(cwd, ".cursor", "mcp.json") },
    { ...standard, scope: "user", file: join(home, ".cursor", "mcp.json") },
  ],
  gemini: ({ cwd, home }) => [
    {
      ...standard,
      urlKey: "httpUrl",
      scope: "project",
      file: join(cwd, ".gemini", "settings.json"),
    },
    { ...standard, urlKey: "httpUrl", scope: "user", file: join(home, ".gemini", "settings.json") },
  ],
  vscode: (around) => [
    {
      serversKey: "servers",
      urlKey: "url",
      scope: "project",
      file: join(around.cwd, ".vscode", "mcp.json"),
    },
    {
      serversKey: "servers",
      urlKey: "url",
      scope: "user",
      file: join(applicationFolder(around), "Code", "User", "mcp.json"),
    },
  ],
  windsurf: ({ home }) => [
    {
      ...standard,
      urlKey: "serverUrl",
      scope: "user",
      file: join(home, ".codeium", "windsurf", "mcp_config.json"),
    },
  ],
  zed: ({ cwd, home, env }) => [
    {
      serversKey: "context_servers",
      urlKey: "url",
      scope: "project",
      file: join(cwd, ".zed", "settings.json"),
    },
    {
      serversKey: "context_servers",
      urlKey: "url",
      scope: "user",
      file: join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "zed", "settings.json"),
    },
  ],
} satisfies Readonly<Record<string, (around: Surroundings) => readonly ClientFile[]>>;

export type ClientName = keyof typeof clients;

export const clientNames = Object.keys(clients) as readonly ClientName[];

/** The files in which a client keeps its servers, whether they exist or not. */
export const clientFiles = (client: ClientName, around: Surroundings): readonly ClientFile[] =>
  clients[client](around);

/** Where applications keep their settings. */
function applicationFolder({ platform, home, env }: Surroundings): string {
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env["APPDATA"] || join(home, "AppData", "Roaming");
  return env["XDG_CONFIG_HOME"] || join(home, ".config");
}
