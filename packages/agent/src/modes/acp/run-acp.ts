import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { Readable, type Writable } from "node:stream";
import {
  type AgentContext,
  agent as agentApp,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import { jsonLinesTrace } from "@snaphook/engine";
import { brand, printedLines } from "@snaphook/protocol";
import { errorText } from "../../error-text.ts";
import type { AgentOptions, SessionChoice } from "../../loop/agent-options.ts";
import { outputTo } from "../output.ts";
import { userLines } from "../print/text-view.ts";
import type { OpenSession } from "../run-headless.ts";
import type { StopRequest } from "../stop-signals.ts";
import { type ClientSession, failure, openClientSession } from "./client-session.ts";
import { listSessions } from "./list-sessions.ts";
import { readPrompt } from "./read-prompt.ts";
import { readServers } from "./read-servers.ts";

export interface RunAcpOptions {
  readonly open: OpenSession;
  /** The version of the command. */
  readonly version: string;
  readonly agent: Omit<AgentOptions, "emit" | "trace">;
  /** One JSON line per dispatch goes to this file (P15). */
  readonly trace?: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Aborted with a `StopRequest` to end the run. */
  readonly stop: AbortSignal;
}

interface OpenRequest {
  readonly cwd: string;
  readonly mcpServers?: Parameters<typeof readServers>[0];
  readonly additionalDirectories?: readonly string[];
}

/** Serves a client of the Agent Client Protocol until it closes the connection, and returns the exit code. */
export async function runAcp(options: RunAcpOptions): Promise<number> {
  const { agent, open, stop } = options;
  const stderr = outputTo(options.stderr);
  const stdout = outputTo(options.stdout);
  const complain = (text: string) => stderr.write(printedLines([`warning: ${text}`]));
  const trace =
    options.trace === undefined
      ? {}
      : { trace: jsonLinesTrace(options.trace, { onFailure: complain }) };
  const sessions = new Map<string, ClientSession>();
  let showsNotices = false;

  async function openSession(
    client: AgentContext,
    request: OpenRequest,
    session: SessionChoice,
  ): Promise<ClientSession> {
    const requested = { ...agent, ...trace, ...requestedOptions(request, agent), session };
    try {
      const opened = await openClientSession({
        open,
        agent: requested,
        client,
        showsNotices,
        onEvent: (event) => stderr.write(printedLines(userLines(event))),
        onEnd: () => sessions.delete(opened.id),
      });
      sessions.set(opened.id, opened);
      // After the response: its writing needs no more than the microtasks that come first.
      setImmediate(opened.begin);
      return opened;
    } catch (error) {
      throw error instanceof RequestError ? error : failure(errorText(error));
    }
  }

  const sessionOf = ({ sessionId }: { readonly sessionId: string }): ClientSession => {
    const session = sessions.get(sessionId);
    if (session) return session;
    throw RequestError.sessionNotFound(sessionId);
  };

  const app = agentApp({ name: brand.command })
    .onRequest(methods.agent.initialize, ({ params }) => {
      showsNotices = Boolean(params.clientCapabilities?.session?.notices);
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: brand.command, title: brand.name, version: options.version },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, embeddedContext: true },
          mcpCapabilities: { http: true },
          sessionCapabilities: { list: {}, resume: {}, close: {}, additionalDirectories: {} },
        },
        authMethods: [],
      };
    })
    .onRequest(methods.agent.session.new, async ({ params, client }) => {
      const session = await openSession(client, params, { kind: "new" });
      return { sessionId: session.id, modes: session.modes() };
    })
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      const { sessionId } = params;
      const session = await openSession(client, params, { kind: "resume", sessionId });
      await session.replay();
      return { modes: session.modes() };
    })
    .onRequest(methods.agent.session.resume, async ({ params, client }) => {
      const { sessionId } = params;
      const session = await openSession(client, params, { kind: "resume", sessionId });
      return { modes: session.modes() };
    })
    .onRequest(methods.agent.session.list, async ({ params }) => ({
      sessions: await listSessions({ ...agent, cwd: params.cwd ?? agent.cwd }),
    }))
    .onRequest(methods.agent.session.close, async ({ params }) => {
      await sessionOf(params).end();
      sessions.delete(params.sessionId);
      return {};
    })
    .onRequest(methods.agent.session.setMode, async ({ params }) => {
      await sessionOf(params).setMode(params.modeId);
      return {};
    })
    .onRequest(methods.agent.session.prompt, async ({ params }) => ({
      stopReason: await sessionOf(params).prompt(readPrompt(params.prompt)),
    }))
    .onNotification(methods.agent.session.cancel, ({ params }) =>
      sessions.get(params.sessionId)?.cancel(),
    );

  const connection = app.connect(
    ndJsonStream(
      new WritableStream({
        write: (bytes: Uint8Array) => stdout.write(Buffer.from(bytes).toString()),
      }),
      Readable.toWeb(options.stdin) as ReadableStream<Uint8Array>,
    ),
  );
  const close = () => connection.close();
  const ends = AbortSignal.any([stop, stdout.gone]);
  ends.addEventListener("abort", close, { once: true });
  if (ends.aborted) close();
  // Keeps the process alive during a turn that only waits for a callback.
  const alive = setInterval(() => {}, 2 ** 30);
  await connection.closed;
  await Promise.allSettled([...sessions.values()].map((session) => session.end()));
  await stdout.flush();
  await stderr.flush();
  clearInterval(alive);
  return stop.aborted ? (stop.reason as StopRequest).exitCode : 0;
}

/** What the client asks for, in addition to the command line. */
function requestedOptions(
  { cwd, mcpServers = [], additionalDirectories: more = [] }: OpenRequest,
  agent: RunAcpOptions["agent"],
) {
  for (const folder of [cwd, ...more]) checkFolder(folder);
  const additionalDirectories = [...(agent.additionalDirectories ?? []), ...more];
  return {
    cwd,
    mcpConfig: [...(agent.mcpConfig ?? []), ...readServers(mcpServers)],
    ...(additionalDirectories.length === 0 ? {} : { additionalDirectories }),
  };
}

function checkFolder(folder: string): void {
  const isFolder = isAbsolute(folder) && statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  if (!isFolder)
    throw RequestError.invalidParams(
      undefined,
      `${JSON.stringify(folder)} is not the absolute path of a folder`,
    );
}
