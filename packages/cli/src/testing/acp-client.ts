import { createInterface } from "node:readline";
import { PassThrough, Readable } from "node:stream";
import {
  type ClientConnection,
  client,
  methods,
  ndJsonStream,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionNotification,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { vi } from "vitest";
import { createMessageCheck } from "./acp-schema.ts";
import { type World, workplace } from "./workplace.ts";

type Update<Kind extends SessionUpdate["sessionUpdate"]> = Extract<
  SessionUpdate,
  { readonly sessionUpdate: Kind }
>;

export interface AcpWorld extends World {
  /** The option to choose; undefined: cancelled. A function gets the question. */
  readonly choose?: (question: RequestPermissionRequest) => string | undefined;
  readonly flags?: readonly string[];
  readonly capabilities?: object;
}

/** A client of the protocol, made with its library, and the command in a separate process. Every message is checked. */
export function acpWorkplace({
  choose = () => "once",
  flags = [],
  capabilities = {},
  ...world
}: AcpWorld = {}) {
  const place = workplace(world);

  /** Starts the command and connects to it. */
  async function connect(more: readonly string[] = []) {
    const run = place.start(["acp", ...place.model, ...flags, ...more]);
    const { child } = run;
    const checked = createMessageCheck();
    const questions: RequestPermissionRequest[] = [];
    const notifications: SessionNotification[] = [];
    const lines: string[] = [];
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      checked.check("agent", JSON.parse(line));
    });
    const app = client({ name: "test" })
      .onRequest(
        methods.client.session.requestPermission,
        ({ params }): RequestPermissionResponse => {
          questions.push(params);
          const optionId = choose(params);
          return optionId === undefined
            ? { outcome: { outcome: "cancelled" } }
            : { outcome: { outcome: "selected", optionId } };
        },
      )
      .onNotification(
        methods.client.session.update,
        ({ params }) => void notifications.push(params),
      );
    const connection: ClientConnection = app.connect(
      ndJsonStream(
        new WritableStream({
          write(bytes: Uint8Array) {
            checked.check("client", JSON.parse(Buffer.from(bytes).toString()));
            child.stdin.write(bytes);
          },
        }),
        Readable.toWeb(child.stdout.pipe(new PassThrough())) as ReadableStream<Uint8Array>,
      ),
    );
    const { agent } = connection;
    const initialized = await agent.request(methods.agent.initialize, {
      protocolVersion: 1,
      clientCapabilities: capabilities,
    });
    const updates = () => notifications.map(({ update }) => update);
    const ofKind = <Kind extends SessionUpdate["sessionUpdate"]>(kind: Kind) =>
      updates().filter((update): update is Update<Kind> => update.sessionUpdate === kind);
    return {
      ...run,
      ...checked,
      agent,
      initialized,
      questions,
      lines,
      updates,
      ofKind,
      /** What the agent said. */
      said: () =>
        ofKind("agent_message_chunk")
          .map(({ content }) => (content.type === "text" ? content.text : ""))
          .join(""),
      /** A call as it is after all its updates. */
      call: (title: string) => {
        const first = ofKind("tool_call").find((call) => call.title.startsWith(title));
        const later = ofKind("tool_call_update").filter(
          (one) => one.toolCallId === first?.toolCallId,
        );
        return first && (Object.assign({}, first, ...later) as Record<string, unknown>);
      },
      newSession: (params: object = {}) =>
        agent.request(methods.agent.session.new, { cwd: place.cwd, mcpServers: [], ...params }),
      prompt: (sessionId: string, text: string) =>
        agent.request(methods.agent.session.prompt, {
          sessionId,
          prompt: [{ type: "text", text }],
        }),
      until: <Found>(look: () => Found) => vi.waitUntil(look, { timeout: 20_000, interval: 5 }),
      /** Closes the client's end and waits for the command. */
      async close() {
        child.stdin.end();
        return run.ended;
      },
    };
  }
  return { ...place, connect };
}
