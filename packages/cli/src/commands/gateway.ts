import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { jsonLinesTrace } from "@snaphook/engine";
import { processStarter } from "@snaphook/engine/internal";
import {
  checkHooks,
  GatewayError,
  gatewayEvents,
  httpLink,
  type RunGatewayOptions,
  runGateway,
  serverNameOf,
  serverNameOfUrl,
  stdioLink,
} from "@snaphook/gateway";
import { brand } from "@snaphook/protocol";
import { checkTraceFile } from "../check-trace-file.ts";
import { loadHooks, type SourceOptions } from "../load-hooks.ts";
import { printMessage, writeExactly } from "../print.ts";
import { UsageError } from "../usage-error.ts";

export interface GatewayFlags extends SourceOptions {
  readonly url?: string;
  readonly name?: string;
  readonly toolName?: readonly string[];
  readonly header?: readonly string[];
  readonly headerEnv?: readonly string[];
  readonly ask?: boolean;
  readonly untrusted?: "skip" | "fail";
  readonly trace?: string;
}

const exitCodeOf = { SIGINT: 1, SIGTERM: 143, SIGHUP: 129 } as const;

const report = (text: string): void => printMessage(`${brand.command} gateway: ${text}`);

/** `gateway`: an MCP server on stdin and stdout, in front of another one. Exits as the server does. */
export async function gateway(words: readonly string[], flags: GatewayFlags): Promise<void> {
  const url = addressOf(words, flags);
  const headers = headersOf(flags);
  checkTraceFile(flags.trace);
  if (flags.name?.trim() === "") throw new UsageError("--name: the name of the server is empty");
  const { name = url ? serverNameOfUrl(url) : serverNameOf(words) } = flags;
  const folder = join(tmpdir(), `${brand.command}-gateway-${randomUUID()}`);
  const hooks = await loadHooks(flags, {
    fires: gatewayEvents,
    headless: true,
    entrypoint: "gateway",
    sessionFolder: folder,
    ...(flags.trace === undefined
      ? {}
      : {
          trace: jsonLinesTrace(flags.trace, { onFailure: (text) => report(`warning: ${text}`) }),
        }),
  });
  const ending = new AbortController();
  const signals = Object.keys(exitCodeOf) as (keyof typeof exitCodeOf)[];
  for (const signal of signals)
    process.once(signal, () => {
      process.exitCode = exitCodeOf[signal];
      ending.abort();
    });
  // A client that no longer reads is gone.
  process.stdout.on("error", () => ending.abort());
  try {
    await checkHooks(hooks, { untrusted: flags.untrusted ?? "skip", report });
    if (flags.name === undefined)
      report(
        `the tools of this server are mcp__${name}__… for hooks and rules; --name changes that`,
      );
    const complaints = new StringDecoder();
    const connect: RunGatewayOptions["connect"] = ({ onLine }) =>
      url
        ? httpLink({ url, headers, fetch, onLine, report })
        : stdioLink({
            command: words[0] ?? "",
            args: words.slice(1),
            cwd: resolve(flags.cwd),
            env: process.env,
            folder,
            startServer: processStarter({}).startServer,
            onLine,
            onComplaint: (chunk) => writeExactly(process.stderr, complaints.write(chunk)),
          });
    const code = await runGateway({
      hooks,
      serverName: name,
      toolNames: new Map(
        flags.toolName?.map((text) => pairOf(text, "=", "--tool-name", "TOOL=NAME")),
      ),
      askFirst: flags.ask ?? false,
      connect,
      input: process.stdin,
      toClient: (text) => void process.stdout.write(`${text}\n`),
      report,
      signal: ending.signal,
    });
    if (code !== 0) process.exitCode = code;
  } catch (error) {
    await hooks.close();
    throw error instanceof GatewayError ? new UsageError(error.message) : error;
  } finally {
    process.stdin.destroy();
  }
}

function addressOf(words: readonly string[], { url }: GatewayFlags): URL | undefined {
  if (url === undefined) {
    if (words.length > 0) return undefined;
    throw new UsageError(
      `gateway needs a server: ${brand.command} gateway -- COMMAND…, or ${brand.command} gateway --url URL`,
    );
  }
  if (words.length > 0) throw new UsageError("gateway takes a command or --url, not both");
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new UsageError(`--url: ${url} is not an http or https address`);
  return address;
}

function headersOf({ header = [], headerEnv = [], url }: GatewayFlags): Record<string, string> {
  if (url === undefined && header.length + headerEnv.length > 0)
    throw new UsageError("--header and --header-env need --url");
  const plain = header.map((text) => pairOf(text, ":", "--header", "NAME: VALUE"));
  const fromEnvironment = headerEnv.map((text) => {
    const [name, variable] = pairOf(text, "=", "--header-env", "NAME=VARIABLE");
    const value = process.env[variable];
    if (value === undefined)
      throw new UsageError(`--header-env: the variable ${variable} is not set`);
    return [name, value] as const;
  });
  const all = [...plain, ...fromEnvironment];
  try {
    return Object.fromEntries(new Headers(all.map(([name, value]) => [name, value])));
  } catch (error) {
    throw new UsageError(`a header is not valid: ${(error as Error).message}`);
  }
}

function pairOf(text: string, separator: string, flag: string, form: string) {
  const at = text.indexOf(separator);
  if (at <= 0) throw new UsageError(`${flag}: found ${JSON.stringify(text)}, expected ${form}`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()] as const;
}
