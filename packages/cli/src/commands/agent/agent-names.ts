import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { AgentOptions } from "@snaphook/agent";
import { homeFolder, nearestName, userConfigFolder } from "@snaphook/engine/internal";
import { events } from "@snaphook/protocol";
import { UsageError } from "../../usage-error.ts";

type Places = Pick<AgentOptions, "cwd" | "mainAgent" | "pluginDirectories" | "agents">;

/** `--agent` with a name that no agent has would silently be no agent at all. */
export async function checkAgentName({
  cwd,
  mainAgent,
  pluginDirectories = [],
  agents = "{}",
}: Places) {
  if (mainAgent === undefined) return;
  const folders = [
    join(cwd, ".claude", "agents"),
    join(userConfigFolder(homeFolder(), process.env), "agents"),
    ...pluginDirectories.map((plugin) => join(plugin, "agents")),
  ];
  const defined = Object.keys(JSON.parse(agents));
  const names = [...(await Promise.all(folders.map(agentsIn))).flat(), ...defined];
  const known = [...new Set([...names, ...events.SubagentStart.knownValues])];
  // An agent of a plugin may be named with the plugin: plugin:agent.
  if (known.includes(mainAgent) || known.includes(mainAgent.split(":").at(-1) ?? "")) return;
  const nearest = nearestName(mainAgent, known);
  const hint = nearest === undefined ? `known: ${known.join(", ")}` : `did you mean ${nearest}?`;
  throw new UsageError(
    `--agent: there is no agent "${mainAgent}" in ${folders.join(" or ")}; ${hint}`,
  );
}

/** The names of the agents whose files are in a folder. */
async function agentsIn(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const markdown = files.filter((file) => file.endsWith(".md"));
  return Promise.all(
    markdown.map(async (file) => {
      const text = await readFile(join(folder, file), "utf8").catch(() => "");
      const [front = ""] = /^---[ \t]*\r?\n[\s\S]*?^---/m.exec(text) ?? [];
      const name = /^name:[ \t]*["']?([^"'\r\n]+?)["']?[ \t]*$/m.exec(front)?.[1];
      return name ?? basename(file, ".md");
    }),
  );
}
