import type { Hooks } from "@snaphook/engine";
import { judgeBy } from "./calls/permission.ts";
import { userTexts } from "./calls/user-texts.ts";
import { createGateway } from "./gateway.ts";
import type { LinkEvents, ServerLink } from "./link/server-link.ts";
import { lineReader } from "./messages/line-reader.ts";

export interface RunGatewayOptions {
  readonly hooks: Hooks;
  readonly serverName: string;
  /** Names for hooks and rules in place of `mcp__SERVER__TOOL`, by the server's name of the tool. */
  readonly toolNames: ReadonlyMap<string, string>;
  /** Ask about every call that no rule and no hook allows. */
  readonly askFirst: boolean;
  /** Connects to the server. */
  connect(events: Pick<LinkEvents, "onLine">): ServerLink;
  /** What the client writes. */
  readonly input: AsyncIterable<Buffer>;
  /** Writes a line to the client. */
  toClient(text: string): void;
  /** Tells the user something. */
  report(text: string): void;
  /** Aborted when the gateway has to end: a signal, or a client that no longer reads. */
  readonly signal: AbortSignal;
}

/** How long answers may take after the client closed its end. */
const graceMs = 5000;

/**
 * Runs a gateway until the client or the server is gone, and returns the exit code. At the end no process is left: the
 * server ends with everything it started, and so do hooks.
 */
export async function runGateway(options: RunGatewayOptions): Promise<number> {
  const { hooks, serverName, toolNames, askFirst, toClient, report, signal } = options;
  const link = options.connect({ onLine: (line) => void gateway.fromServer(line) });
  const judge = judgeBy(hooks, { serverName, askFirst });
  const shared = { hooks, serverName, toolNames, judge, toClient, report };
  const gateway = createGateway({ ...shared, server: link });
  const aborted = new Promise<"aborted">((resolve) => {
    if (signal.aborted) resolve("aborted");
    signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  });
  let isOver = false;
  const client = readClient().then(() => "client" as const);
  const first = await Promise.race([client, aborted, link.ended]);
  isOver = true;
  let exitCode = 0;
  if (typeof first === "object") {
    report(first.why);
    await gateway.serverGone(first.why);
    exitCode = first.exitCode;
  } else if (first === "client") {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, graceMs);
    await Promise.race([gateway.idle(), late.promise, aborted, link.ended]);
    clearTimeout(timer);
  }
  await gateway.clientGone();
  await Promise.all([link.end(), gateway.isStarted() ? endSession() : undefined]);
  await hooks.close();
  return exitCode;

  async function readClient(): Promise<void> {
    const lines = lineReader();
    try {
      for await (const chunk of options.input)
        for (const line of lines.read(chunk)) await gateway.fromClient(line);
      // A last line without a newline is answered too; one that breaks off is not JSON.
      for (const line of lines.read(Buffer.from("\n"))) await gateway.fromClient(line);
    } catch (error) {
      if (isOver) return;
      report(
        `the client cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  async function endSession(): Promise<void> {
    const end = await hooks.fire("SessionEnd", { reason: "other" });
    for (const text of userTexts([...end.messages, ...hooks.takeLateMessages()])) report(text);
  }
}
