import { basename } from "node:path";

/** Programs that start another one. The name of the server is in what follows. */
const launchers =
  /^(npx|bunx|uvx|pnpx|pipx|npm|pnpm|yarn|bun|deno|uv|node|python\d*(\.\d+)?|docker|podman|env|sh|bash)(\.exe|\.cmd)?$/;
const verbs = /^(exec|run|dlx|x|tool|start|-m|-c)$/;

/**
 * The name of a server, if the user gave none: from its command or address. Not from what the server calls itself: it
 * could change that, and then no rule or matcher would fit.
 */
export function serverNameOf(words: readonly string[]): string {
  const [program = "server", ...rest] = words;
  const named = launchers.test(basename(program))
    ? rest.find((word) => !word.startsWith("-") && !verbs.test(word) && !word.includes("="))
    : program;
  return shortName(named ?? program);
}

export const serverNameOfUrl = (url: URL): string => url.hostname.replace(/^(mcp|www|api)\./, "");

/** `@scope/server-files@1.2` and `/opt/files-mcp.py` are both `files`. */
function shortName(word: string): string {
  const last = basename(word.replace(/(?<=.)@[^/]*$/, ""));
  const bare = last
    .replace(/\.(m?js|cjs|ts|py|sh|exe|cmd)$/, "")
    .replace(/^(mcp-server-|server-|mcp-)/, "")
    .replace(/(-mcp-server|-server|-mcp)$/, "");
  return bare || last || "server";
}
