// An MCP server without a library. Its tool `ask` asks the user, and answers with what the user said.
import { createInterface } from "node:readline";

const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (value) => ({ content: [{ type: "text", text: value }] });
const question = "question-1";
let asking;

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (id === question) send({ id: asking, result: text(JSON.stringify(result ?? {})) });
  else if (method === "initialize") {
    const { protocolVersion } = params;
    const serverInfo = { name: "asking", version: "1.0.0" };
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === "tools/list")
    send({ id, result: { tools: [{ name: "ask", inputSchema: { type: "object" } }] } });
  else if (method === "tools/call") {
    asking = id;
    const requestedSchema = { type: "object", properties: { day: { type: "string" } } };
    send({
      id: question,
      method: "elicitation/create",
      params: { message: "Which day?", requestedSchema },
    });
  } else if (id !== undefined) send({ id, result: {} });
});
