import { isObject } from "@snaphook/engine/internal";
import { type Tool, ToolFailure, type ToolInput } from "../tools/tool.ts";
import type { McpServer } from "./mcp-server.ts";
import { contentBlocks, mediaOfBlocks, textOfBlocks } from "./result-blocks.ts";

type Fields = Readonly<Record<string, { readonly type: "string"; readonly description: string }>>;

interface ResourceTool {
  readonly name: string;
  readonly description: string;
  readonly properties: Fields;
  readonly required: readonly string[];
  readonly run: Tool["run"];
}

/** The tools that list and read the resources of servers; none if no server has any. */
export function resourceTools(servers: readonly McpServer[]): readonly Tool[] {
  const having = servers.filter((server) => server.listing().hasResources);
  if (having.length === 0) return [];
  const named = (name: unknown): McpServer => {
    const found = having.find((server) => server.name === name);
    if (found) return found;
    const names = having.map((server) => server.name).join(", ");
    throw new ToolFailure(
      `No MCP server ${String(name)} has resources. Those with resources: ${names}`,
    );
  };
  return [
    define({
      name: "ListMcpResourcesTool",
      description: "Lists the resources of MCP servers: their addresses (uri), names and types.",
      properties: { server: { type: "string", description: "Only those of this server." } },
      required: [],
      async run({ server }, _context, signal) {
        const asked = server === undefined ? having : [named(server)];
        const lists = await Promise.all(
          asked.map(async (one) => {
            const found = await one.use(signal, (connection) => connection.resources());
            return found.map((resource) => ({ ...resource, server: one.name }));
          }),
        );
        return [{ type: "text", text: JSON.stringify(lists.flat(), null, 2) }];
      },
    }),
    define({
      name: "ReadMcpResourceTool",
      description: "Reads a resource of an MCP server.",
      properties: {
        server: { type: "string", description: "The server." },
        uri: { type: "string", description: "The address of the resource." },
      },
      required: ["server", "uri"],
      async run({ server, uri }, { sessionFolder }, signal) {
        const contents = await named(server).use(signal, (connection, inner) =>
          connection.readResource(String(uri), inner),
        );
        return (await Promise.all(contents.map((one) => contentBlocks(one, sessionFolder)))).flat();
      },
    }),
  ];
}

function define({ name, description, properties, required, run }: ResourceTool): Tool {
  const inputSchema = { type: "object", properties, required, additionalProperties: false };
  return {
    name,
    description,
    inputSchema,
    makeInputSchema: () => inputSchema,
    parse(input) {
      const problem = inputProblem(input, properties, required);
      return problem === undefined
        ? { ok: true, input: input as ToolInput }
        : { ok: false, problem: `The input of ${name} is wrong: ${problem}` };
    },
    access: () => ({ kind: "read" }),
    concurrent: () => true,
    run,
    text: textOfBlocks,
    media: mediaOfBlocks,
    validateOutput: (output) =>
      typeof output === "string" || Array.isArray(output)
        ? undefined
        : `this is not a valid output of ${name}: it must be a string or a list of content blocks`,
  };
}

function inputProblem(
  input: unknown,
  properties: Fields,
  required: readonly string[],
): string | undefined {
  if (!isObject(input)) return "it must be an object";
  const missing = required.find((key) => input[key] === undefined);
  if (missing !== undefined) return `"${missing}" is missing`;
  const unknown = Object.keys(input).find((key) => !(key in properties));
  if (unknown !== undefined) return `"${unknown}" is not a known key`;
  const wrong = Object.keys(input).find((key) => typeof input[key] !== "string");
  return wrong === undefined ? undefined : `"${wrong}" must be a string`;
}
