import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Agent } from "../agent.ts";

export interface SessionFileRequest {
  readonly path: string;
  readonly maxBytes: number;
  readonly encoding: "utf-8" | "base64";
}

export interface SessionFile {
  readonly contents: string;
  readonly absPath: string;
  readonly truncated: boolean;
}

/** Reads a file for the driver, unless a rule forbids the agent to read it. Rejects with the reason. */
export async function readSessionFile(
  { context, permissions }: Pick<Agent, "context" | "permissions">,
  { path, maxBytes, encoding }: SessionFileRequest,
): Promise<SessionFile> {
  const absPath = resolve(context.cwd(), path);
  if (!permissions.mayRead(absPath, context.cwd()))
    throw new Error(`a permission rule forbids reading ${absPath}`);
  const facts = await stat(absPath);
  if (!facts.isFile()) throw new Error(`${absPath} is not a regular file`);
  const file = await open(absPath, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(facts.size, maxBytes)), 0);
    const contents = buffer.subarray(0, bytesRead).toString(encoding);
    return { contents, absPath, truncated: facts.size > bytesRead };
  } finally {
    await file.close();
  }
}
