import { lstatSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import type { Environment } from "../../environment.ts";
import type { FilteringProxy } from "./filtering-proxy.ts";
import type { HostLists } from "./host-rules.ts";

/** The way from the sandboxes of a session to the hosts that the settings list. */
export interface SessionNetwork {
  /** Where the proxy listens; opened on first use. */
  socketFile(): Promise<string>;
  /** What was refused from now on, each connection once. */
  watchRefusals(): () => readonly string[];
  close(): Promise<void>;
}

/**
 * Where the sockets of all sessions of this user are: one place, so that a sandbox can hide those of the others, which
 * may lead to more hosts. Not below `TMPDIR` or the home, because a socket cannot have a long path.
 */
export const socketsFolder = `/tmp/${brand.command}-network-${process.getuid?.() ?? 0}`;

const maxRefusals = 1000;

export function sessionNetwork(lists: () => HostLists, env: Environment): SessionNetwork {
  const refusals: string[] = [];
  let dropped = 0;
  let opened: Promise<{ readonly folder: string; readonly proxy: FilteringProxy }> | undefined;
  const onRefused = (text: string) => {
    refusals.push(text);
    if (refusals.length > maxRefusals) {
      refusals.shift();
      dropped++;
    }
  };
  async function open() {
    makeFolder(socketsFolder);
    if (!isOwn(socketsFolder))
      throw new Error(`${socketsFolder} belongs to another user or is open to others; remove it`);
    const folder = mkdtempSync(join(socketsFolder, "session-"));
    // Node's network modules are loaded on first use, not when the agent starts.
    const { openFilteringProxy } = await import("./filtering-proxy.ts");
    const proxy = await openFilteringProxy(join(folder, "proxy"), { lists, env, onRefused });
    return { folder, proxy };
  }
  return {
    async socketFile() {
      opened ??= open();
      return join((await opened).folder, "proxy");
    },
    watchRefusals() {
      const start = dropped + refusals.length;
      return () => [...new Set(refusals.slice(Math.max(0, start - dropped)))];
    },
    async close() {
      const { folder, proxy } = (await opened?.catch(() => undefined)) ?? {};
      proxy?.close();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isOwn(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}
