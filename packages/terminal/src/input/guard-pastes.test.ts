import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { fakeTerminal } from "../testing/fake-terminal.ts";
import { guardPastes } from "./guard-pastes.ts";
import { quietMs } from "./paste-guard.ts";

const start = "\u001B[200~";
const end = "\u001B[201~";

/** What a reader such as Ink gets. */
function reader(source: NodeJS.ReadStream) {
  const stdin = guardPastes(source);
  const got: string[] = [];
  stdin.setEncoding("utf8");
  const listen = () => {
    for (let text = stdin.read(); text !== null; text = stdin.read()) got.push(text);
  };
  stdin.on("readable", listen);
  const gets = (text: string) =>
    vi.waitUntil(() => got.join("").includes(text), { timeout: 5000, interval: 5 });
  return { stdin, got, gets, listen };
}

it("keys pass at once, and a paste when nothing follows it", async () => {
  const terminal = fakeTerminal();
  const { got, gets } = reader(terminal.stdin);
  terminal.type("ab");
  await gets("ab");
  terminal.type(`${start}x${end}\r1\r`);
  terminal.type(end);
  await gets(`${start}x␛[201~\r1\r${end}`);
  terminal.type("\u001B");
  await gets(`${end}\u001B`);
  expect(got).toHaveLength(3);
});

it("data that arrived during a long task is read before a paste counts as complete", async () => {
  const { terminal, program } = await connected();
  const { got, gets } = reader(program as unknown as NodeJS.ReadStream);
  const arrived = once(program, "readable");
  terminal.write(`${start}x${end}`);
  await arrived;
  terminal.write(`1\r${end}`);
  // Nothing else runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * quietMs);
  await gets("1\r");
  expect(got).toEqual([`${start}x␛[201~1\r${end}`]);
});

/** Two ends of a connection that the system keeps data of, as it does of a terminal. */
async function connected() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const program = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [terminal] = (await once(server, "connection")) as [Socket];
  onTestFinished(() => {
    program.destroy();
    terminal.destroy();
    server.close();
  });
  return { terminal, program };
}

it("a terminal that is not read is not read ahead, and its other parts are those of the terminal", () => {
  const terminal = fakeTerminal();
  const { stdin, listen } = reader(terminal.stdin);
  stdin.removeListener("readable", listen);
  expect(terminal.stdin.listenerCount("readable")).toBe(0);
  stdin.setRawMode(true);
  expect(terminal.isRaw()).toBe(true);
  expect(stdin.isTTY).toBe(true);
});
