import { isObject } from "@snaphook/engine/internal";
import type { SlashCommand } from "../commands/slash-command.ts";
import type { ListedItem } from "./connection-types.ts";
import type { McpServer } from "./mcp-server.ts";
import { qualifiedName } from "./names.ts";

/** E25: the prompts of a server as slash commands; their text is asked of the server when one is called. */
export const promptCommands = (server: McpServer): readonly SlashCommand[] =>
  server.listing().prompts.map((prompt) => ({
    kind: "command",
    name: qualifiedName(server.name, prompt.name),
    source: "mcp",
    filePath: "",
    description: typeof prompt["description"] === "string" ? prompt["description"] : undefined,
    argumentHint: argumentsOf(prompt)
      .map((name) => `[${name}]`)
      .join(" "),
    needsTrust: false,
    allowedTools: undefined,
    model: undefined,
    forModel: false,
    hasHooks: false,
    forkAgent: undefined,
    body: "",
    async load(args, signal) {
      const values = namedArguments(argumentsOf(prompt), args);
      const contents = await server.use(signal, (connection, inner) =>
        connection.prompt(prompt.name, values, inner),
      );
      return contents.flatMap(textOf).join("\n\n");
    },
  }));

/** The names of the arguments of a prompt. */
const argumentsOf = ({ arguments: list }: ListedItem): readonly string[] =>
  Array.isArray(list)
    ? list.flatMap((one) => (isObject(one) && typeof one["name"] === "string" ? [one["name"]] : []))
    : [];

/** Words in order; the last argument gets all words that are left. */
export function namedArguments(
  names: readonly string[],
  text: string,
): Readonly<Record<string, string>> {
  const words = text.split(/\s+/).filter(Boolean);
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const value =
        index === names.length - 1 ? words.slice(index).join(" ") : (words[index] ?? "");
      return value === "" ? [] : [[name, value]];
    }),
  );
}

function textOf(content: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof content["text"] === "string") return [content["text"]];
  const { resource } = content;
  return isObject(resource) && typeof resource["text"] === "string" ? [resource["text"]] : [];
}
