// An MCP server that does what servers should not do.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , pidFile] = process.argv;
// A child in its own session, which outlives its parent unless somebody ends it.
const child = spawn("sleep", ["300"], { detached: true, stdio: "ignore" });
child.unref();
if (pidFile) writeFileSync(pidFile, `${process.pid}\n${child.pid}\n`);
// Closing its input does not end it.
setInterval(() => {}, 1000);

const write = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const answer = (id, result) => write({ jsonrpc: "2.0", id, result });
const text = (value) => ({ content: [{ type: "text", text: value }] });

console.log("misbehaving server is listening");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize")
    answer(id, { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: {} });
  if (method !== "tools/call") return;
  const { name, arguments: input } = params;
  if (name === "twice") {
    answer(id, text("first"));
    answer(id, text("second"));
  }
  if (name === "text-id") answer(String(id), text("as a text"));
  if (name === "unasked") answer(id + 1000, text("never asked"));
  if (name === "noise") {
    process.stdout.write('debug: {"jsonrpc":"2.0"\n\n');
    answer(id, text("after noise"));
  }
  if (name === "large") answer(id, text("x".repeat(input.size)));
  if (name === "slowly") {
    const whole = `${JSON.stringify({ jsonrpc: "2.0", id, result: text("äöü in pieces") })}\n`;
    const bytes = Buffer.from(whole);
    for (const [index, byte] of bytes.entries())
      setTimeout(() => process.stdout.write(Buffer.from([byte])), index);
  }
  if (name === "die") process.exit(input.code);
  if (name === "crash") process.kill(process.pid, "SIGSEGV");
  // Any other call has no answer.
});
