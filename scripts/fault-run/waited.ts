import { readFileSync } from "node:fs";

/** How long a process was ready to run and had no processor, from now on. 0 if that is not known. */
export function waitedSince(pid: number | undefined): () => number {
  const before = waitedMs(pid);
  return () => Math.max(0, waitedMs(pid) - before);
}

function waitedMs(pid: number | undefined): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return Number(waitedNs) / 1e6;
  } catch {
    return 0;
  }
}
