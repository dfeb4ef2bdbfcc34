import { closeSync } from "node:fs";
import type { Child, ProcessRequest, Spawn, StartOptions } from "./process-request.ts";
import { openStdin } from "./stdin-file.ts";

const ownGroup: StartOptions = { detached: true, windowsHide: true };

/** Starts the process of a request; what the system refuses outright is a value. */
export function startChild(request: ProcessRequest, spawn: Spawn): Child | Error {
  const { program, args, cwd, env, options = ownGroup } = request;
  const [name, word] = request.marker;
  // An agent that runs in a hook of another keeps the words it was found by.
  const inherited = env[name];
  const marked = inherited ? `${inherited} ${word}` : word;
  const file = request.stdin ? openStdin(request.stdin) : undefined;
  // Nothing to read needs no pipe; a process that waits for its input does.
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
 * Lets go of a process that is over for its caller: what a child of it still
 * writes is read and dropped, so that it does not die of a closed pipe, and
 * none of it keeps the host from ending.
 */
export function letGo(child: Child): void {
  child.stdin?.destroy();
  letEnd(child);
}

/** The host may end though this process runs. */
export function letEnd(child: Child): void {
  for (const handle of handlesOf(child)) handle?.unref?.();
}

/** The host does not end before this process. */
export function waitFor(child: Child): void {
  for (const handle of handlesOf(child)) handle?.ref?.();
}

/** Whoever holds the other ends is not ours any more, or could not be found. */
export function closePipes({ stdin, stdout, stderr }: Child): void {
  for (const stream of [stdin, stdout, stderr]) stream?.destroy();
}

/** What keeps a host alive; the pipes are sockets, though their types do not say so. */
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
