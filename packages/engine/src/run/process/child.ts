import { closeSync } from "node:fs";
import type { RunEnd } from "../../stages/hook-run.ts";
import type { Child, ProcessRequest, Spawn, StartOptions } from "./process-request.ts";
import { startFailure } from "./start-failure.ts";
import { openStdin } from "./stdin-file.ts";

const ownGroup: StartOptions = { detached: true, windowsHide: true };

/** Starts the process of a request. If the system refuses, it returns how that ends the run. */
export function startChild(
  request: ProcessRequest,
  spawn: Spawn,
): { readonly child: Child; readonly pid: number } | { readonly failed: Promise<RunEnd> } {
  const child = spawnChild(request, spawn);
  if (child instanceof Error) return { failed: Promise.resolve(startFailure(child, request)) };
  if (child.pid !== undefined) return { child, pid: child.pid };
  const failed = new Promise<RunEnd>((resolve) => {
    child.on("error", (error) => resolve(startFailure(error, request)));
  });
  return { failed };
}

function spawnChild(request: ProcessRequest, spawn: Spawn): Child | Error {
  const { program, args, cwd, env, options = ownGroup } = request;
  const [name, word] = request.marker;
  // An agent that runs inside a hook keeps the markers of the outer runs.
  const inherited = env[name];
  const marked = inherited ? `${inherited} ${word}` : word;
  const file = request.stdin ? openStdin(request.stdin) : undefined;
  // Empty input needs no pipe; a process that waits for its input does.
  const stdin = request.stdin === "" ? "ignore" : (file ?? "pipe");
  try {
    return spawn(program, args, {
      cwd,
      env: { ...env, [name]: marked },
      ...options,
      stdio: [stdin, "pipe", "pipe"],
    }) as Child;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * Releases a process whose run has ended: later output of its children is read and
 * dropped, so that they do not die of a closed pipe, and the host can exit.
 */
export function release(child: Child): void {
  child.stdin?.destroy();
  unrefChild(child);
}

/** Lets the host exit while this process runs. */
export function unrefChild(child: Child): void {
  for (const handle of handlesOf(child)) handle?.unref?.();
}

/** Keeps the host alive while this process runs. */
export function refChild(child: Child): void {
  for (const handle of handlesOf(child)) handle?.ref?.();
}

/** For when the processes at the other ends have ended, or cannot be found. */
export function closePipes({ stdin, stdout, stderr }: Child): void {
  for (const stream of [stdin, stdout, stderr]) stream?.destroy();
}

/** Keeps the host alive; the pipes are sockets, although their types do not say so. */
interface Handle {
  ref?(): void;
  unref?(): void;
}

const handlesOf = (child: Child): readonly (Handle | null)[] => [
  child,
  child.stdin as Handle | null,
  child.stdout as Handle,
  child.stderr as Handle,
];
