// What the gateway adds to a tool call: the same calls to the same server, directly and through it, in turn. And whether it
// grows over 10,000 calls.
// npm exec -c 'node benchmarks/gateway.ts [ROUNDS]'
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { requireBuild, root } from "./built.ts";
import { differences, interleave, median, percentile, printTable, type Row } from "./measure.ts";

requireBuild();
const rounds = Number(process.argv[2] ?? 2000);
const manyCalls = 10_000;
const base = mkdtempSync(join(tmpdir(), "gateway-bench-"));
const command = join(root, "packages/cli/bin", `${brand.command}.js`);
const server = join(base, "server.mjs");
writeFileSync(
  server,
  `import { createInterface } from "node:readline";
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, params } = JSON.parse(line);
  if (id === undefined) return;
  const text = JSON.stringify(params.arguments ?? {});
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } }) + "\\n");
});
`,
);

/** A client with one call at a time. */
function connect(program: string, args: readonly string[], settings: object = {}) {
  const home = mkdtempSync(join(base, "home-"));
  mkdirSync(join(home, ".claude"));
  writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify(settings));
  const child = spawn(program, args, {
    cwd: home,
    env: { PATH: process.env["PATH"], HOME: home },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let onAnswer = () => {};
  let rest = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    if (rest.at(-1) !== 10) return;
    rest = Buffer.alloc(0);
    onAnswer();
  });
  let id = 0;
  const request = (method: string, params: object): Promise<number> =>
    new Promise((resolve) => {
      id += 1;
      const line = `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
      const start = performance.now();
      onAnswer = () => resolve(performance.now() - start);
      child.stdin.write(line);
    });
  return {
    initialize: () => request("initialize", { protocolVersion: "2025-06-18", capabilities: {} }),
    call: (text: string) => request("tools/call", { name: "echo", arguments: { text } }),
    megabytes: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
    end: () => void child.stdin.end(),
  };
}

const guard = (matcher: string) => ({ matcher, hooks: [{ type: "command", command: "exit 2" }] });
const gateway = (settings: object) =>
  connect(
    process.execPath,
    [command, "gateway", "--name", "echo", "--", process.execPath, server],
    settings,
  );
const clients = {
  direct: connect(process.execPath, [server]),
  "no hooks": gateway({}),
  "100 hooks, none matches": gateway({
    hooks: {
      PreToolUse: Array.from({ length: 50 }, (_, index) => guard(`mcp__other${index}__.*`)),
      PostToolUse: Array.from({ length: 50 }, (_, index) => guard(`mcp__other${index}__.*`)),
    },
    permissions: { deny: ["mcp__other", "Bash(rm:*)"], ask: ["mcp__echo__other"] },
  }),
};
type Name = keyof typeof clients;
const names = Object.keys(clients) as Name[];
for (const name of names) await clients[name].initialize();

const sizes = { "100 bytes": 100, "100 kB": 100_000 };
for (const [size, length] of Object.entries(sizes)) {
  const text = "x".repeat(length);
  const takers = Object.fromEntries(
    names.map((name) => [name, () => clients[name].call(text)]),
  ) as Record<Name, () => Promise<number>>;
  await interleave(300, takers);
  const ms = await interleave(rounds, takers);
  const rows = names.map((name): Row => {
    const added = differences(ms[name], ms.direct);
    return [
      name,
      ...[median(ms[name]), percentile(ms[name], 95), median(added), percentile(added, 95)].map(
        (figure) => figure.toFixed(3),
      ),
    ];
  });
  printTable(`a call with ${size}, ms`, ["median", "p95", "added", "p95"], rows);
}

const grown: Row[] = [];
const plain = gateway({});
await plain.initialize();
for (let calls = 0; calls < manyCalls; calls += 1) {
  if (calls % (manyCalls / 5) === 0) grown.push([`after ${calls} calls`, plain.megabytes()]);
  await plain.call("x");
}
grown.push([`after ${manyCalls} calls`, plain.megabytes()]);
printTable("the gateway's memory, MB", [""], grown);
plain.end();
for (const name of names) clients[name].end();
process.on("exit", () => rmSync(base, { recursive: true, force: true }));
