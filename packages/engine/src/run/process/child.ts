import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { ProcessRequest, Spawn, StartOptions } from "./process-request.ts";

const ownGroup: StartOptions = { detached: true, windowsHide: true };

/** Starts the process of a request; what the system refuses outright is a value. */
export function startChild(
  request: ProcessRequest,
  spawn: Spawn,
): ChildProcessWithoutNullStreams | Error {
  const { program, args, cwd, env, options = ownGroup } = request;
  const [name, word] = request.marker;
  // An agent that runs in a hook of another keeps the words it was found by.
  const inherited = env[name];
  const marked = inherited ? `${inherited} ${word}` : word;
  try {
    return spawn(program, args, { cwd, env: { ...env, [name]: marked }, ...options });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Lets go of a process that is over for its caller: what a child of it still
 * writes is read and dropped, so that it does not die of a closed pipe, and
 * none of it keeps the host from ending.
 */
export function letGo(child: ChildProcessWithoutNullStreams): void {
  child.stdin.destroy();
  letEnd(child);
}

/** The host may end though this process runs. */
export function letEnd(child: ChildProcessWithoutNullStreams): void {
  for (const handle of handlesOf(child)) handle.unref?.();
}

/** The host does not end before this process. */
export function waitFor(child: ChildProcessWithoutNullStreams): void {
  for (const handle of handlesOf(child)) handle.ref?.();
}

/** Whoever holds the other ends is not ours any more, or could not be found. */
export function closePipes({ stdin, stdout, stderr }: ChildProcessWithoutNullStreams): void {
  for (const stream of [stdin, stdout, stderr]) stream.destroy();
}

/** What keeps a host alive; the pipes are sockets, though their types do not say so. */
interface Handle {
  ref?(): void;
  unref?(): void;
}

const handlesOf = (child: ChildProcessWithoutNullStreams): readonly Handle[] => [
  child,
  child.stdin as Handle,
  child.stdout as Handle,
  child.stderr as Handle,
];
