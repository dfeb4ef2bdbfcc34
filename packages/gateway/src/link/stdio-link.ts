import { type RunEnd, runMarker, type StartServer } from "@snaphook/engine/internal";
import { lineReader } from "../messages/line-reader.ts";
import type { LinkEnd, LinkEvents, ServerLink } from "./server-link.ts";

interface StdioLinkOptions extends LinkEvents {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A private folder of the session. */
  readonly folder: string;
  readonly startServer: StartServer;
}

/** A server that is a program: one message per line on its stdin and stdout. */
export function stdioLink(options: StdioLinkOptions): ServerLink {
  const { command, args, cwd, env, folder, startServer, onLine, onComplaint } = options;
  const lines = lineReader();
  const broken = Promise.withResolvers<LinkEnd>();
  const server = startServer({
    program: command,
    args,
    cwd,
    env,
    marker: runMarker(),
    spillFolder: folder,
    onStdout(chunk) {
      try {
        for (const line of lines.read(chunk)) onLine(line);
      } catch (error) {
        broken.resolve({ why: `the server was ended: ${(error as Error).message}`, exitCode: 1 });
        void server.end();
      }
    },
    onStderr: onComplaint,
  });
  return {
    send: (text) => server.write(`${text}\n`),
    ended: Promise.race([broken.promise, server.ended.then(linkEnd)]),
    end: () => server.end(),
  };
}

function linkEnd(end: RunEnd): LinkEnd {
  if (end.how === "exited")
    return { why: `the server exited with code ${end.code}`, exitCode: end.code };
  if (end.how === "killed") return { why: `the server was killed by ${end.signal}`, exitCode: 1 };
  return { why: `the server did not start: ${"cause" in end ? end.cause : end.how}`, exitCode: 1 };
}
