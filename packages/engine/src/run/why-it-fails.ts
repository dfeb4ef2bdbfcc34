import { definitionOf } from "@snaphook/protocol";
import type { ConfiguredHook } from "../stages/snapshot.ts";
import type { Collaborators } from "./collaborators.ts";

export const failsAndRefuses = ", and refuses what it guards";

/** H5: a host without the MCP server cannot call the tool of a hook. */
export const whyItFails =
  ({ mcp }: Pick<Collaborators, "mcp">) =>
  ({ handler }: ConfiguredHook): string | undefined => {
    const { run } = definitionOf(handler);
    if (run.by !== "mcp") return undefined;
    const because = mcp ? mcp.problem?.(serverOf(handler)) : "the host has no MCP servers";
    if (because === undefined) return undefined;
    const refuses = handler.onFailure === "block" ? failsAndRefuses : "";
    return `it fails every time${refuses}, because ${because}`;
  };

const serverOf = (handler: object): string =>
  "server" in handler && typeof handler.server === "string" ? handler.server : "";
