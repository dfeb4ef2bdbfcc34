import {
  openSandbox,
  type ProcessRequest,
  runMarker,
  type Sandbox,
} from "@snaphook/engine/internal";

/** Programs need a proxy with a port. In a network of its own every port is free; this one is given to no outgoing connection. */
const port = 61080;
const address = `http://127.0.0.1:${port}`;

/** Hands every connection to the proxy outside. It reports that it listens in the way a hook goes to the background (P12). */
const program = `
const { connect, createServer } = require("node:net");
const path = process.argv[1];
createServer({ allowHalfOpen: true }, (inside) => {
  const outside = connect({ path, allowHalfOpen: true });
  const end = () => { inside.destroy(); outside.destroy(); };
  for (const one of [inside, outside]) one.on("error", end);
  inside.pipe(outside).pipe(inside);
}).listen(${port}, "127.0.0.1", () => console.log('{"async":true}'));
`;

/** Opens a sandbox with a network of its own and a way to the proxy outside; waits until it can be used. */
export async function openWithForwarder(
  command: Parameters<typeof openSandbox>[0],
  socketFile: string,
): Promise<Sandbox> {
  const sandbox = await openSandbox(command);
  const forwarder = sandbox.start(forwarderRequest(socketFile));
  const first = await awake(forwarder.first);
  if ("result" in first) {
    await sandbox.close();
    throw new Error(`its way to the network did not start: ${first.result.stderr.text.trim()}`);
  }
  let hasForwarder = true;
  void forwarder.finished.then(() => {
    hasForwarder = false;
  });
  // A command can end the forwarder; the next command then gets another sandbox.
  return { ...sandbox, isOpen: () => hasForwarder && sandbox.isOpen() };
}

/** Keeps the host alive until a promise is settled. */
async function awake<Value>(promise: Promise<Value>): Promise<Value> {
  const timer = setInterval(() => {}, 60_000);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}

const forwarderRequest = (socketFile: string): ProcessRequest => ({
  program: process.execPath,
  args: ["-e", program, socketFile],
  cwd: "/",
  env: { ELECTRON_RUN_AS_NODE: "1" },
  // It gets no input, and so does not keep the host alive: one that forgets to close a session must be able to end.
  stdin: undefined,
  limitMs: undefined,
  signal: undefined,
  marker: runMarker(),
  spillFolder: "/",
  allowBackground: true,
});

/**
 * The variables by which programs find the proxy. Servers that commands start in the sandbox are asked directly, unless
 * the settings list this machine: then its name means the machine outside.
 */
export function proxyVariables(
  allowedDomains: readonly string[],
): Readonly<Record<string, string>> {
  const own = ["localhost", "127.0.0.1", "::1"].filter((host) => !allowedDomains.includes(host));
  return {
    ...both("http_proxy", address),
    ...both("https_proxy", address),
    ...both("all_proxy", address),
    ...both("no_proxy", own.join(",")),
    NODE_USE_ENV_PROXY: "1",
  };
}

const both = (name: string, value: string) => ({ [name]: value, [name.toUpperCase()]: value });
