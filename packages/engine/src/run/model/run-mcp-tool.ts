import { facts, printed, type Runner } from "../run-context.ts";
import { withLimit } from "../with-limit.ts";

/** H5: a call of an MCP tool; its text result is read like stdout. */
export const runMcpTool: Runner = ({ planned, event, signal, context }) => {
  const { handler, limitMs } = planned;
  if (handler.type !== "mcp_tool") throw new Error(`not an MCP tool: ${handler.type}`);
  const { mcp } = context;
  if (!mcp)
    return Promise.resolve(facts({ how: "couldNotStart", cause: "the host has no MCP servers" }));
  const filled = fillInput(handler.input ?? {}, event.input);
  if ("missing" in filled)
    return Promise.resolve(
      facts({ how: "couldNotStart", cause: `the input has no ${filled.missing}` }),
    );
  return withLimit(
    async (inner) => {
      const { server, tool } = handler;
      const { text, isError } = await mcp.call({
        server,
        tool,
        input: filled.value,
        signal: inner,
      });
      if (isError) return facts({ how: "couldNotStart", cause: text });
      return facts({ how: "exited", code: 0 }, { stdout: printed(text) });
    },
    { limitMs, signal, clock: context.clock },
  ).then((run) =>
    run.end.how === "failed" ? facts({ how: "couldNotStart", cause: run.end.cause }) : run,
  );
};

type Filled = { readonly value: Readonly<Record<string, unknown>> } | { readonly missing: string };

/** `${path}` is taken from the hook's input; one that is the whole value keeps its JSON type. */
function fillInput(
  template: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): Filled {
  let missing: string | undefined;
  const lookUp = (path: string): unknown => {
    const found = path
      .split(".")
      .reduce<unknown>(
        (value, key) =>
          typeof value === "object" && value !== null && Object.hasOwn(value, key)
            ? (value as Record<string, unknown>)[key]
            : undefined,
        input,
      );
    if (found === undefined) missing ??= path;
    return found;
  };
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]));
    if (typeof value !== "string") return value;
    const whole = /^\$\{([^}]+)\}$/.exec(value)?.[1];
    if (whole !== undefined) return lookUp(whole);
    return value.replaceAll(/\$\{([^}]+)\}/g, (_, path: string) => {
      const found = lookUp(path);
      return typeof found === "string" ? found : JSON.stringify(found);
    });
  };
  const value = fill(template) as Readonly<Record<string, unknown>>;
  return missing === undefined ? { value } : { missing };
}
