// An MCP server with three tools: `quick` answers at once, `slow` never does and makes a file slow-1, slow-2 … in the
// working folder, `ask` asks the user for a day and returns what was answered.
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
const text = (words) => ({ content: [{ type: "text", text: words }] });
const asksForDay = {
  message: "WHICH_DAY",
  requestedSchema: { type: "object", properties: { day: { type: "string" } }, required: ["day"] },
};
let slowCalls = 0;
let asking;

const tools = {
  quick: (id) => send({ id, result: text("QUICK_RESULT") }),
  slow: () => writeFileSync(`slow-${++slowCalls}`, ""),
  ask(id) {
    asking = id;
    send({ id: "question", method: "elicitation/create", params: asksForDay });
  },
};

const methods = {
  initialize(id, { protocolVersion }) {
    const serverInfo = { name: "fake", version: "1" };
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  },
  "tools/list"(id) {
    const described = Object.keys(tools).map((name) => ({
      ...{ name, inputSchema: { type: "object" } },
      annotations: { readOnlyHint: true },
    }));
    send({ id, result: { tools: described } });
  },
  "tools/call": (id, { name }) => tools[name](id),
  ping: (id) => send({ id, result: {} }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (id === "question") send({ id: asking, result: text(`answered ${JSON.stringify(result)}`) });
  else methods[method]?.(id, params);
});
