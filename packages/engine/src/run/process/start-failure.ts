import { resolve } from "node:path";
import type { RunEnd } from "../../stages/hook-run.ts";
import { statOf } from "../../stat-of.ts";

/** Why a program did not start. The system reports ENOENT for three causes, which are distinguished here. */
export function startFailure(
  error: Error,
  { program, cwd }: { readonly program: string; readonly cwd: string },
): RunEnd {
  const code = "code" in error ? error.code : undefined;
  if ((code === "ENOENT" || code === "ENOTDIR") && !isThere(cwd, "directory"))
    return { how: "couldNotStart", cause: `the working directory does not exist: ${cwd}` };
  if (code !== "ENOENT")
    return { how: "couldNotStart", cause: causes[String(code)] ?? error.message };
  if (program.includes("/") && isThere(resolve(cwd, program), "file"))
    return {
      how: "couldNotStart",
      cause: `${program} exists, but the interpreter named in its first line does not`,
    };
  return { how: "notFound", cause: `${program}: no such program` };
}

/** Common error codes in words. */
const causes: Readonly<Record<string, string>> = {
  E2BIG: "its command, arguments and environment together are too long for the system",
  EAGAIN: "the system cannot start another process now",
  EMFILE: "this process has no file descriptors left",
  ENFILE: "the system has no file descriptors left",
};

function isThere(path: string, kind: "file" | "directory"): boolean {
  const stats = statOf(path);
  return (kind === "file" ? stats?.isFile() : stats?.isDirectory()) ?? false;
}
