import { spawn } from "node:child_process";

type Json = Record<string, unknown>;

export interface McpClient {
  readonly pid: number;
  /** Every line that came, in order. */
  readonly lines: string[];
  stderr(): string;
  /** Writes a message, or bytes, as a line. */
  send(message: object | Buffer): void;
  /** Sends a request and waits for its answer. */
  request(id: number | string, method: string, params?: object): Promise<Json>;
  call(id: number | string, name: string, input: object): Promise<Json>;
  /** The first message that fits, once it is there. */
  find(fits: (message: Json) => boolean): Promise<Json>;
  initialize(capabilities?: object): Promise<Json>;
  /** Closes the client's end and waits for the exit code. */
  close(): Promise<number | null>;
  readonly exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts a program that speaks MCP on its stdin and stdout. Requests of the server are answered by `reply`. */
export function mcpClient(
  [program, ...args]: readonly [string, ...string[]],
  options: {
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly reply?: (method: string) => object;
  } = {},
): McpClient {
  const { cwd, env = process.env, reply } = options;
  const child = spawn(program, args, { cwd, env });
  const lines: string[] = [];
  const messages: Json[] = [];
  let changed = Promise.withResolvers<void>();
  let rest = "";
  let stderr = "";
  let isGone = false;
  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const send = (message: object | Buffer) => {
    child.stdin.write(Buffer.isBuffer(message) ? message : JSON.stringify(message));
    child.stdin.write("\n");
  };
  child.stdin.on("error", () => {});
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      lines.push(line);
      const message: Json = JSON.parse(line);
      messages.push(message);
      if (reply && typeof message["method"] === "string" && "id" in message)
        send({ jsonrpc: "2.0", id: message["id"], result: reply(message["method"]) });
    }
    wake();
  });
  const exited = new Promise<number | null>((resolve) =>
    child.on("close", (code) => {
      isGone = true;
      wake();
      resolve(code);
    }),
  );
  const client: McpClient = {
    pid: child.pid ?? 0,
    lines,
    stderr: () => stderr,
    send,
    async find(fits) {
      for (;;) {
        const found = messages.find(fits);
        if (found) return found;
        if (isGone) throw new Error(`the program ended without the message: ${stderr}`);
        await changed.promise;
      }
    },
    request(id, method, params = {}) {
      send({ jsonrpc: "2.0", id, method, params });
      return client.find((message) => message["id"] === id && !("method" in message));
    },
    call: (id, name, input) => client.request(id, "tools/call", { name, arguments: input }),
    async initialize(capabilities = {}) {
      const answer = await client.request("init", "initialize", {
        protocolVersion: "2025-06-18",
        capabilities,
        clientInfo: { name: "test", version: "1" },
      });
      send({ jsonrpc: "2.0", method: "notifications/initialized" });
      return answer;
    },
    close() {
      child.stdin.end();
      return exited;
    },
    exited,
    kill: (signal) => void child.kill(signal),
  };
  return client;
}
