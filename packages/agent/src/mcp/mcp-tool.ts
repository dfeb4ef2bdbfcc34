import { isObject } from "@snaphook/engine/internal";
import { describeValue } from "@snaphook/protocol";
import { type Tool, ToolFailure, type ToolInput } from "../tools/tool.ts";
import type { ListedItem } from "./connection-types.ts";
import type { McpServer } from "./mcp-server.ts";
import { qualifiedName } from "./names.ts";
import { mediaOfBlocks, resultBlocks, textOfBlocks } from "./result-blocks.ts";

/** Services refuse longer names. */
const maxName = 128;
/** Enough for a model to choose a tool; descriptions are sent with every request. */
const maxDescription = 2048;
const maxSchema = 100_000;

/** Why a tool of a server cannot be offered. */
export function toolProblem({ name }: McpServer, listed: ListedItem): string | undefined {
  const full = qualifiedName(name, listed.name);
  if (full.length > maxName)
    return `its full name has ${full.length} characters, and at most ${maxName} are possible`;
  const size = JSON.stringify(listed["inputSchema"] ?? {}).length;
  if (size > maxSchema) return `the schema of its input has ${size} characters`;
  return undefined;
}

/** M5: a tool of a server as a tool of the agent. It takes the same path as every other tool (E23). */
export function mcpTool(server: McpServer, listed: ListedItem): Tool {
  const name = qualifiedName(server.name, listed.name);
  const inputSchema = schemaOf(listed["inputSchema"]);
  const { annotations } = listed;
  const isReadOnly = isObject(annotations) && annotations["readOnlyHint"] === true;
  return {
    name,
    description: descriptionOf(listed),
    inputSchema,
    makeInputSchema: () => inputSchema,
    parse: (input) =>
      isObject(input)
        ? { ok: true, input: input as ToolInput }
        : {
            ok: false,
            problem: `The input of ${name} must be an object, but is ${describeValue(input)}`,
          },
    mcpServer: server.name,
    eventFields: { mcp_server: { name: server.name, source: server.source } },
    // What a server says about its tools is a claim: only rules allow a call.
    access: () => ({ kind: "other" }),
    concurrent: () => isReadOnly,
    async run(input, { sessionFolder, elicit }, signal) {
      const answer = await server.use(
        signal,
        (connection, inner) => connection.call(listed.name, input, inner),
        elicit && ((...question) => elicit(server.name, ...question)),
      );
      const blocks = await resultBlocks(answer, sessionFolder);
      if (answer.isError)
        throw new ToolFailure(textOfBlocks(blocks) || `${name} failed and gave no reason`);
      return blocks;
    },
    text: textOfBlocks,
    media: mediaOfBlocks,
    validateOutput: () => undefined,
  };
}

function descriptionOf({ description, title, name }: ListedItem): string {
  const text = [description, title, name].find((one) => typeof one === "string" && one !== "");
  const whole = String(text);
  return whole.length > maxDescription ? `${whole.slice(0, maxDescription)}…` : whole;
}

/** The input of a tool is an object, whatever the server says. */
const schemaOf = (schema: unknown): Tool["inputSchema"] => ({
  properties: {},
  ...(isObject(schema) ? schema : {}),
  type: "object",
});
