import { describe, expect, it } from "vitest";
import { startAgent } from "./testing/start-agent.ts";

const isInit = ({ subtype }: Readonly<Record<string, unknown>>) => subtype === "init";

describe("the end of the process", () => {
  it("comes after every byte of a large result, however slowly it is read", async () => {
    const size = 4_000_000;
    const agent = startAgent("stream-json", `big ${size}`);
    agent.child.stdout.pause();
    // The session is over, and only what nobody has read yet keeps the process.
    await new Promise<void>((resolve) => {
      agent.child.stderr.on("data", (text) => String(text).includes("end other") && resolve());
    });
    agent.child.stdout.resume();
    const { result } = await agent.line(({ type }) => type === "result");
    expect(String(result).length).toBe(size);
    expect((await agent.ended).code).toBe(0);
  });

  it("comes even if something would keep the process alive", async () => {
    expect((await startAgent("json", "go", "keep-alive").ended).code).toBe(0);
  });

  it.each([
    ["SIGINT", 1],
    ["SIGTERM", 143],
  ] as const)(
    "G11 with %s is clean: the turn has its result, and SessionEnd is fired",
    async (signal, code) => {
      const agent = startAgent("stream-json", "wait");
      await agent.line(isInit);
      agent.child.kill(signal);
      expect(await agent.line(({ type }) => type === "result")).toMatchObject({ is_error: true });
      const end = await agent.ended;
      expect(end).toMatchObject({ code, signal: null });
      expect(end.stderr).toMatch(/interrupt\nend other\n/);
      expect(end.stderr).toContain(`ended by ${signal}`);
    },
  );

  it("comes with SIGINT while waiting for input, even if the driver keeps the connection open", async () => {
    const agent = startAgent("stream-json", "-");
    agent.prompt("go");
    await agent.line(({ type }) => type === "result");
    agent.child.kill("SIGINT");
    const { code, stderr } = await agent.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/end other\n.*ended by SIGINT\n$/);
  });

  it("a reader that closes the stream causes no crash: the turn is interrupted and the session ends", async () => {
    const agent = startAgent("stream-json", "talk");
    await agent.line(isInit);
    agent.child.stdout.destroy();
    const { code, signal, stderr } = await agent.ended;
    expect({ code, signal }).toEqual({ code: 141, signal: null });
    expect(stderr).toMatch(/^open\nstart\nprompt talk\ninterrupt\nend other\n.*closed it.*\n$/);
  });

  it.each(["text", "json"])(
    "a %s result without a reader is reported: exit 141",
    async (format) => {
      const agent = startAgent(format, "big 1000000");
      agent.child.stdout.destroy();
      const { code, stderr } = await agent.ended;
      expect(code).toBe(141);
      expect(stderr).toMatch(/end other\n.*the reader of stdout closed it/);
    },
  );
});
