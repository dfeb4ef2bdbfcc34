import type { ModelAnswer } from "../../src/testing/driver.ts";

// What the snippets of docs/adapters.md use and do not define.

export const shell = async (command: string): Promise<string> => `output of ${command}`;

/** A model that wants to remove everything, until it reads that it may not. */
export async function removing(read: string): Promise<ModelAnswer> {
  if (read.includes("not in this house")) return { text: "A hook refused it.", calls: [] };
  if (read.includes("output of rm")) return { text: "Everything is gone.", calls: [] };
  return { text: "", calls: [{ id: "call_1", name: "Bash", input: { command: "rm -rf ." } }] };
}
