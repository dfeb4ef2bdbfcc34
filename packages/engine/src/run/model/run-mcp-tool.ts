import { facts, printed, type RunFacts, type RunHandler } from "../run-context.ts";
import { withLimit } from "../with-limit.ts";
import { fillInput } from "./fill-input.ts";

/** H5: a call of an MCP tool; its text result is read like stdout. */
export const runMcpTool: RunHandler<"mcp"> = async (request, { server, tool, input = {} }) => {
  const { planned, stdin, signal, context } = request;
  const { limitMs } = planned;
  const { mcp } = context;
  if (!mcp) return failed("the host has no MCP servers");
  // A copy: a tool that changes its input must not change it for other hooks.
  const filled = fillInput(input, JSON.parse(stdin));
  if ("missing" in filled) return failed(`the input has no ${filled.missing}`);
  const run = await withLimit(
    async (inner) => {
      const call = { server, tool, input: filled.value, signal: inner };
      const { text, isError } = await mcp.call(call);
      const stdout = printed(text);
      return isError
        ? failed(`the tool failed: ${stdout.text || "no reason given"}`)
        : facts({ how: "exited", code: 0 }, { stdout });
    },
    { limitMs, signal, clock: context.clock },
  );
  return run.end.how === "failed" ? failed(run.end.cause) : run;
};

const failed = (cause: string): RunFacts => facts({ how: "couldNotStart", cause });
