// An MCP server without a library: one tool, which lists the house rules.
import { createInterface } from "node:readline";

const rules = ["No push with force.", "Every change has a line in CHANGELOG.md."];
const tools = [
  { name: "list", description: "Lists the house rules.", inputSchema: { type: "object" } },
];

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "rules", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools }),
  "tools/call": () => ({ content: [{ type: "text", text: rules.join("\n") }] }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const error = { code: -32601, message: `unknown method ${method}` };
  const answer = results[method] ? { result: results[method](params) } : { error };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});
