import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeFolder } from "@snaphook/engine/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { socketsFolder } from "../wall/network/session-network.ts";
import { runAsOtherUser, whyNoOtherUser, whyNoSandbox } from "../wall/testing.ts";
import { play } from "./testing/play.ts";

const noSandbox = await whyNoSandbox();
const bash = (command: string, more: object = {}) => ({
  tool: "Bash",
  input: { command, ...more },
});

/** A server on this machine, outside the sandbox. */
async function webServer() {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`);
    response.end("reached\n");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, requests };
}

/** One session with `sandbox.network`; what the model read about each command. */
async function run(network: object, calls: readonly object[]) {
  const { events } = await play({
    permissionMode: "default",
    allowedTools: ["Bash"],
    script: [...calls.map((call) => [call]), ["done"]],
    env: { PATH: process.env["PATH"] },
    userSettings: { sandbox: { enabled: true, network } },
  });
  const ended = events.flatMap((event) => (event.type === "tool-ended" ? [event] : []));
  return { ended, texts: ended.map(({ text }) => text) };
}

describe.skipIf(noSandbox !== undefined)("sandbox.network in a session", () => {
  it("T5 the sockets of other sessions, which may lead to more hosts, are out of reach", async () => {
    makeFolder(socketsFolder);
    const other = mkdtempSync(join(socketsFolder, "session-"));
    const server = createServer((_request, response) => response.end("other")).listen(
      `${other}/proxy`,
    );
    await once(server, "listening");
    const { texts } = await run({}, [
      bash(`curl -sS --unix-socket ${other}/proxy http://localhost/; ls ${socketsFolder} | wc -l`),
    ]);
    server.close();
    rmSync(other, { recursive: true });
    expect(texts[0]).toMatch(/^curl: .*\n1$/s);
  });

  it("T5 real programs reach a listed host through the proxy, and no other, and the model reads why", async () => {
    const { port, requests } = await webServer();
    const fetched = `fetch('http://localhost:${port}/node').then((r)=>r.text()).then(console.log)`;
    const raw = `require('net').connect(${port},'127.0.0.1').on('error',(e)=>console.log(e.code))`;
    const { texts } = await run({ allowedDomains: ["localhost"] }, [
      bash(`curl -sS http://localhost:${port}/plain`),
      bash(`curl -sS --proxytunnel http://localhost:${port}/tunnel`),
      bash(`${process.execPath} -e "${fetched}"`),
      bash("curl -sS https://other.example/"),
      bash("curl -sS http://other.example/; echo after"),
      bash(`curl -sS http://127.0.0.1:${port}/address --noproxy ''`),
      bash(`curl -sS --noproxy '*' http://127.0.0.1:${port}/around`),
      bash(`${process.execPath} -e "${raw}"`),
      bash(`ls -d ${socketsFolder}/*/*; mv ${socketsFolder} ${socketsFolder}-moved`),
    ]);
    expect(texts.slice(0, 3)).toEqual(["reached", "reached", "reached"]);
    const refused = "The sandbox refused a connection to other.example";
    const why = "sandbox.network.allowedDomains does not contain it.";
    expect(texts[3]).toMatch(/403/);
    expect(texts[3]).toContain(`[${refused}:443: ${why} Only the user can change these settings.]`);
    expect(texts[4]).toContain(`${refused}:80: ${why}\nafter\n[${refused}:80: ${why}`);
    expect(texts[5]).toContain("does not contain this address");
    expect(texts[6]).toContain("Exit code 7");
    expect(texts[6]).not.toContain("refused a connection");
    expect(texts[7]).toContain("ECONNREFUSED");
    expect(requests.map((one) => one.replace(/:\d+/, ""))).toEqual([
      "GET localhost/plain",
      "GET localhost/tunnel",
      "GET localhost/node",
    ]);
    const [, socket = "", ...rest] = texts[8]?.split("\n") ?? [];
    expect(socket).toMatch(/\/session-\w+\/proxy$/);
    expect(existsSync(socket)).toBe(false);
    expect(rest.join()).toMatch(/^mv: .*(?:busy|Read-only)/);
  });

  it("T5 commands can serve each other in the sandbox, and a killed forwarder is replaced", async () => {
    const { port } = await webServer();
    const serve = "require('http').createServer((q,a)=>a.end('inside')).listen(8123,'127.0.0.1')";
    const own = await run({}, [
      bash(`${process.execPath} -e "${serve}"`, { run_in_background: true }),
      bash("until curl -s http://localhost:8123/; do sleep 0.1; done"),
      bash("curl -s http://other.example/ >/dev/null; touch done", { run_in_background: true }),
      bash("until [ -e done ]; do sleep 0.05; done; sleep 0.1"),
    ]);
    expect(own.texts[1]).toBe("inside");
    const { outputFile } = (own.ended[2]?.response ?? {}) as { readonly outputFile: string };
    expect(readFileSync(outputFile, "utf8")).toContain("sandbox.network.allowedDomains");
    const killed = await run({ allowedDomains: ["localhost"] }, [
      bash("kill $(ps -eo pid=,args= | grep '[6]1080' | head -1 | cut -c1-8); sleep 0.3"),
      bash(`curl -sS http://localhost:${port}/`),
    ]);
    expect(killed.texts[1]).toBe("reached");
  });

  it("T5 a host that does not close its sandbox can end", async () => {
    const [wall, engine] = ["../wall/network/", "../../../engine/src/run/wall/"].map(
      (path) => new URL(path, import.meta.url).href,
    );
    const source = `
      import { openWithForwarder } from "${wall}forwarder.ts";
      import { sessionNetwork } from "${wall}session-network.ts";
      import { sandboxOptions, systemMounts, tryBubblewrap } from "${engine}try-bubblewrap.ts";
      const { program } = await tryBubblewrap({ env: {} });
      const network = sessionNetwork(() => ({ allowedDomains: [], deniedDomains: [] }), {});
      const mounts = ["--unshare-net", "--bind", "/", "/", ...systemMounts, "--"];
      const file = await network.socketFile();
      const sandbox = await openWithForwarder([program, ...sandboxOptions, ...mounts], file);
      console.log(file, sandbox.isOpen());
    `;
    const args = ["--conditions=workspace-source", "--input-type=module", "-e", source];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 });
    const [file = "", isOpen] = stdout.trim().split(" ");
    rmSync(dirname(file), { recursive: true });
    expect(isOpen).toBe("true");
  });

  it("T5 a denied host is refused although all are allowed", async () => {
    const { texts } = await run({ allowedDomains: ["*"], deniedDomains: ["localhost"] }, [
      bash("curl -sS http://localhost:1/ --noproxy ''"),
    ]);
    expect(texts[0]).toContain("sandbox.network.deniedDomains contains localhost");
  });

  it("T5 the same for a user who is not root", async ({ skip }) => {
    const because = await whyNoOtherUser();
    skip(because !== undefined, because);
    const { port, requests } = await webServer();
    const options = {
      permissionMode: "default",
      allowedTools: ["Bash"],
      env: { PATH: process.env["PATH"] },
      files: { "hidden.sh": "echo 1 > .claude/settings.json" },
      userSettings: { sandbox: { enabled: true, network: { allowedDomains: ["localhost"] } } },
      script: [
        bash("id -u; echo 1 > here && echo written"),
        bash("sh hidden.sh"),
        bash(`curl -sS http://localhost:${port}/listed`),
        bash("curl -sS http://other.example/"),
        bash(`curl -sS --noproxy '*' http://127.0.0.1:${port}/around`),
        bash("cat /proc/1/environ | tr '\\0' '\\n'; umount /proc; unshare -Ur true"),
      ].map((call) => [call]),
    };
    const texts = (await runAsOtherUser(`
      import { play } from "${new URL("./testing/play.ts", import.meta.url).href}";
      const { events } = await play(${JSON.stringify(options)});
      console.log(JSON.stringify(events.flatMap(({ type, text }) => type === "tool-ended" ? [text] : [])));
    `)) as readonly string[];
    expect(texts[0]).toBe("1000\nwritten");
    expect(texts[1]).toContain("Read-only file system");
    expect(texts[2]).toBe("reached");
    expect(texts[3]).toContain("sandbox.network.allowedDomains does not contain it");
    expect(texts[4]).toContain("Exit code 7");
    expect(texts[5]).not.toContain("HOME=");
    expect(texts[5]).toMatch(/umount: .*(?:not permitted|must be superuser)/);
    expect(requests).toEqual([`GET localhost:${port}/listed`]);
  });
});
