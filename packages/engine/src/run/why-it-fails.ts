import { definitionOf } from "@snaphook/protocol";
import type { ConfiguredHook } from "../stages/snapshot.ts";
import type { Collaborators } from "./collaborators.ts";

/** H5: a host without MCP servers cannot call the tool of a hook. */
export const whyItFails =
  ({ mcp }: Pick<Collaborators, "mcp">) =>
  ({ handler }: ConfiguredHook): string | undefined => {
    if (mcp || definitionOf(handler).run.by !== "mcp") return undefined;
    const refuses = handler.onFailure === "block" ? ", and refuses what it guards" : "";
    return `it fails every time${refuses}, because the host has no MCP servers`;
  };
