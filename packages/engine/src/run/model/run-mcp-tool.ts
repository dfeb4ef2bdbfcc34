import { facts, printed, type RunFacts, type Runner } from "../run-context.ts";
import { withLimit } from "../with-limit.ts";
import { fillInput } from "./fill-input.ts";

/** H5: a call of an MCP tool; its text result is read like stdout. */
export const runMcpTool: Runner = async ({ planned, stdin, signal, context }) => {
  const { handler, limitMs } = planned;
  if (handler.type !== "mcp_tool") throw new Error(`not an MCP tool: ${handler.type}`);
  const { server, tool } = handler;
  const { mcp } = context;
  if (!mcp) return failed("the host has no MCP servers");
  // A copy: what is handed to a tool is the tool's own, and no other hook's input.
  const filled = fillInput(handler.input ?? {}, JSON.parse(stdin));
  if ("missing" in filled) return failed(`the input has no ${filled.missing}`);
  const run = await withLimit(
    async (inner) => {
      const input = filled.value;
      const { text, isError } = await mcp.call({ server, tool, input, signal: inner });
      const stdout = printed(text);
      return isError
        ? failed(`the tool failed: ${stdout.text || "it did not say why"}`)
        : facts({ how: "exited", code: 0 }, { stdout });
    },
    { limitMs, signal, clock: context.clock },
  );
  return run.end.how === "failed" ? failed(run.end.cause) : run;
};

const failed = (cause: string): RunFacts => facts({ how: "couldNotStart", cause });
