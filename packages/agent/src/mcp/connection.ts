import { isObject } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import { z } from "zod";
import type {
  Connection,
  ConnectOptions,
  ListedItem,
  Listing,
  ToolAnswer,
} from "./connection-types.ts";
import { httpTransport } from "./http-transport.ts";
import type { ServerTransport } from "./server-transport.ts";
import { stdioTransport } from "./stdio-transport.ts";

/** The longest time a timer can wait: our own limits apply instead. */
const noLimit = 2 ** 31 - 1;
/** A server that never stops to list more is a mistake. */
const maxPages = 50;
const maxItems = 2000;
/** Of JSON-RPC. */
const methodNotFound = -32601;

/** Connects to a server and lists what it offers. Rejects with the reason; then nothing of it is left running. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { config, signal, onListChanged, onClose, elicit, projectDirectory } = options;
  const transport = await transportTo(config, options);
  // Loaded here, so that it is a part of the command of its own.
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const client = new Client(
    { name: brand.command, version: "0.0.0" },
    {
      capabilities: { elicitation: { form: {}, url: {} }, roots: {} },
      // Results are not checked against schemas of the server: hooks and model get what it sent.
      jsonSchemaValidator: {
        getValidator: () => (input: unknown) => ({
          valid: true,
          data: input as never,
          errorMessage: undefined,
        }),
      },
    },
  );
  let isOpen = true;
  client.onclose = () => {
    if (!isOpen) return;
    isOpen = false;
    onClose(transport.problem() ?? "the connection was closed");
  };
  client.onerror = () => {};
  client.setRequestHandler(elicitRequest, async ({ params }, { signal: asked }) => {
    const { message, mode = "form", requestedSchema, url, elicitationId } = params;
    const question = { message, mode, requestedSchema, url, elicitationId };
    const answer = await elicit(question, asked);
    return { action: answer.action, ...(answer.content && { content: answer.content as never }) };
  });
  client.setRequestHandler(rootsRequest, () => ({
    roots: [{ uri: new URL(`file://${encodeURI(projectDirectory)}`).href }],
  }));

  const list = async (method: string, key: string): Promise<readonly unknown[]> => {
    const items: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < maxPages && items.length < maxItems; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const answer = await client.request({ method, params }, anyObject, {
        signal,
        timeout: noLimit,
      });
      const found = answer[key];
      if (Array.isArray(found)) items.push(...found.slice(0, maxItems - items.length));
      const { nextCursor } = answer;
      if (typeof nextCursor !== "string" || nextCursor === "" || nextCursor === cursor) break;
      cursor = nextCursor;
    }
    return items;
  };
  /** Some servers declare tools or prompts although they have none, and do not know the method. */
  const listOrNothing: typeof list = (method, key) =>
    list(method, key).catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === methodNotFound) return [];
      throw error;
    });
  const listAll = async (): Promise<Listing> => {
    const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
    const listedTools = tools ? await listOrNothing("tools/list", "tools") : [];
    const named = listedTools.filter(isItem);
    return {
      tools: named,
      unnamedTools: listedTools.length - named.length,
      prompts: prompts ? (await listOrNothing("prompts/list", "prompts")).filter(isItem) : [],
      hasResources: resources !== undefined,
    };
  };

  const abandon = async () => {
    isOpen = false;
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
  };
  let listing: Listing;
  try {
    const closed = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => closed.reject(signal.reason), { once: true });
    closed.promise.catch(() => {});
    const opened = async () => {
      await client.connect(transport, { signal, timeout: noLimit });
      return listAll();
    };
    listing = await Promise.race([opened(), closed.promise]);
  } catch (error) {
    const why = transport.problem();
    await abandon();
    throw signal.aborted ? signal.reason : why === undefined ? error : new Error(why);
  }
  for (const kind of ["tools", "prompts"])
    client.setNotificationHandler(
      z.looseObject({ method: z.literal(`notifications/${kind}/list_changed`) }),
      async () => onListChanged(),
    );

  return {
    listing,
    info: () => {
      const { name, version } = client.getServerVersion() ?? {};
      return name === undefined ? undefined : { name, version: version ?? "" };
    },
    isOpen: () => isOpen,
    problem: () => transport.problem(),
    relist: listAll,
    async call(name, input, callSignal): Promise<ToolAnswer> {
      const answer = await client.request(
        { method: "tools/call", params: { name, arguments: input } },
        callResult,
        { signal: callSignal, timeout: noLimit },
      );
      const { content, structuredContent, isError = false } = answer;
      return { content, isError, ...(structuredContent && { structuredContent }) };
    },
    async prompt(name, args, promptSignal) {
      const { messages } = await client.request(
        { method: "prompts/get", params: { name, arguments: args } },
        promptResult,
        { signal: promptSignal, timeout: noLimit },
      );
      return messages.map(({ content }) => content);
    },
    resources: async () => (await list("resources/list", "resources")).filter(isObject),
    async readResource(uri, readSignal) {
      const params = { uri };
      const options = { signal: readSignal, timeout: noLimit };
      const request = { method: "resources/read", params };
      return (await client.request(request, resourceResult, options)).contents;
    },
    ping: async (pingSignal) => {
      await client.ping({ signal: pingSignal, timeout: noLimit });
    },
    close: abandon,
  };
}

async function transportTo(
  config: ConnectOptions["config"],
  options: ConnectOptions,
): Promise<ServerTransport> {
  switch (config.kind) {
    case "http":
      return httpTransport(config);
    case "driver":
      return config.openTransport();
    case "stdio":
      return stdioTransport({ ...options, ...config, env: options.env });
  }
}

/** What is needed of messages. A server may add anything, also kinds of content that are newer than this. */
const anyObject = z.looseObject({});
const callResult = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).default([]),
  structuredContent: anyObject.optional(),
  isError: z.boolean().optional(),
});
const promptResult = z.looseObject({ messages: z.array(z.looseObject({ content: anyObject })) });
const resourceResult = z.looseObject({ contents: z.array(anyObject) });
const rootsRequest = z.looseObject({ method: z.literal("roots/list") });
const elicitRequest = z.looseObject({
  method: z.literal("elicitation/create"),
  params: z.looseObject({
    message: z.string(),
    mode: z.string().optional(),
    requestedSchema: anyObject.optional(),
    url: z.string().optional(),
    elicitationId: z.string().optional(),
  }),
});

const isItem = (value: unknown): value is ListedItem =>
  isObject(value) && typeof value["name"] === "string" && value["name"] !== "";
