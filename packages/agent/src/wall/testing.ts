import { execFile } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { promisify } from "node:util";
import { tryBubblewrap } from "@snaphook/engine/internal";

/** Why tests of the sandbox cannot run here; `undefined`: they can. */
export async function whyNoSandbox(): Promise<string | undefined> {
  const { because } = await tryBubblewrap({ env: {} });
  return because === undefined ? undefined : `no sandbox: ${because}`;
}

const otherUser = 1000;
const start = promisify(execFile);

/**
 * Runs a module as a user who is not root, and returns the value that it prints as JSON. A sandbox of root differs: what
 * only root may do must not be what makes it work.
 */
export async function runAsOtherUser(source: string): Promise<unknown> {
  // Not in the folder of these tests, which only root may enter.
  const folder = mkdtempSync("/tmp/other-user-");
  chownSync(folder, otherUser, otherUser);
  const ids = [`--reuid=${otherUser}`, `--regid=${otherUser}`, "--clear-groups"];
  const args = ["--conditions=workspace-source", "--input-type=module", "-e", source];
  try {
    const { stdout } = await start("setpriv", [...ids, process.execPath, ...args], {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, TMPDIR: folder },
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Why nothing can be run as another user; `undefined`: it can. */
export async function whyNoOtherUser(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return "only root can become another user; these tests run as one";
  const readsItself = `await import(${JSON.stringify(import.meta.url)}); console.log(1)`;
  return runAsOtherUser(readsItself).then(
    () => undefined,
    (error: Error) => `another user cannot run this: ${error.message.split("\n")[0]}`,
  );
}
