import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fileOf, labels, newWorld, settingsWith, type World } from "./testing.ts";

const file = "project/.claude/settings.json";
const inHooks = (entry: string) => `{"hooks": {"PreToolUse": [{"hooks": [${entry}]}]}}`;
const good = '{"type": "command", "command": "good"}';

/** Loads settings that somebody has spoilt; the user's good file has to load all the same. */
async function loadSpoilt(spoil: (world: World) => void) {
  const world = newWorld();
  mkdirSync(world.at("project", ".claude"));
  world.write("home/.claude/settings.json", settingsWith("user"));
  spoil(world);
  const snapshot = await world.load();
  expect(labels(snapshot)).toContain("user");
  const [first] = snapshot.diagnostics;
  return { snapshot, first, state: fileOf(snapshot, file)?.state };
}

const write = (content: string | Buffer) => (world: World) => {
  world.write(file, content);
};

describe("C5 a file that cannot be read is reported", () => {
  it.each<[string, (world: World) => void, RegExp]>([
    [
      "50 MB",
      (world) => {
        world.write(file, "{}");
        truncateSync(world.at(file), 50_000_000);
      },
      /48 MiB/,
    ],
    ["a directory", (world) => mkdirSync(world.at(file)), /directory/],
    [
      "a FIFO",
      (world) => execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', world.at(file)]),
      /regular file/,
    ],
    ["a device", (world) => symlinkSync("/dev/zero", world.at(file)), /regular file/],
    // Says that it is empty and fails to be read, for everybody: like a file without permission.
    [
      "unreadable memory",
      (world) => symlinkSync("/proc/self/mem", world.at(file)),
      /cannot be read/,
    ],
    ["a file without an end", (world) => symlinkSync("/proc/self/pagemap", world.at(file)), /./],
    ["a cyclic link", (world) => symlinkSync(world.at(file), world.at(file)), /loop/],
    ["binary rubbish", write(Buffer.from([1, 2, 0, 255, 254])), /binary/],
    ["UTF-16", write(Buffer.from("\uFEFF{}", "utf16le")), /UTF-16/],
    ["invalid UTF-8", write(Buffer.from([0x7b, 0x0a, 0x22, 0xc3, 0x28])), /not UTF-8: see line 2/],
    ["a cut-off character", write(Buffer.from([0x7b, 0x7d, 0xe2, 0x82])), /not UTF-8: see line 1/],
    ["a coded surrogate", write(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])), /not UTF-8/],
  ])("C5 %s", async (_what, spoil, message) => {
    const { first, state } = await loadSpoilt(spoil);
    expect(first).toMatchObject({ code: "unreadable-file", level: "error", place: { line: 1 } });
    expect(first?.message).toMatch(message);
    expect(first?.advice).not.toBe("");
    expect(state).toBe("unreadable");
  });

  it("C5 a file without permission", async () => {
    const { first } = await loadSpoilt((world) => {
      world.write(file, settingsWith("secret"));
      chmodSync(world.at(file), 0);
    });
    // Root may read everything; for everybody else it is unreadable.
    if (process.getuid?.() === 0) expect(first).toBeUndefined();
    else expect(first).toMatchObject({ code: "unreadable-file", message: "permission denied" });
  });

  it("C5 a .claude that is a file", async () => {
    const world = newWorld();
    world.write("project/.claude", "");
    const snapshot = await world.load();
    expect(fileOf(snapshot, file)).toMatchObject({
      state: "unreadable",
      detail: "part of its path is a file, not a folder",
    });
  });
});

describe("C5 a file that is not settings is reported", () => {
  it.each<[string, string | Buffer, string, RegExp]>([
    ["an empty file", "", "not-json", /empty/],
    ["white space", " \n\t\r\n", "not-json", /empty/],
    ["only comments", "// nothing\n/* here */", "not-json", /./],
    ["null", "null", "settings-not-an-object", /not an object/],
    ["a number", "42", "settings-not-an-object", /not an object/],
    ["a list", "[]", "settings-not-an-object", /not an object/],
    ["a huge string", JSON.stringify("x".repeat(3_500_000)), "settings-not-an-object", /./],
    [
      "a huge string without an end",
      `{"a": "${"x".repeat(3_500_000)}`,
      "not-json",
      /unexpected end/,
    ],
    ["a huge word", "x".repeat(3_500_000), "not-json", /./],
    ["many words", "x ".repeat(1_500_000), "not-json", /./],
    ["many starts of comments", "/*".repeat(1_500_000), "not-json", /./],
    ["many quotes", '"'.repeat(3_000_001), "not-json", /./],
    ["many escapes", `"${"\\".repeat(3_000_001)}`, "not-json", /./],
    ["10,000 nested lists", "[".repeat(10_000) + "]".repeat(10_000), "not-json", /200 levels/],
    ["10,000 open lists", "[".repeat(10_000), "not-json", /200 levels/],
    ["3,000,000 open objects", '{"a":'.repeat(600_000), "not-json", /200 levels/],
    ["only closing brackets", "]".repeat(3_000_000), "not-json", /./],
    ["two values", "{} {}", "not-json", /end of file/],
    ["a bare word", "{hooks: 1}", "not-json", /./],
  ])("C5 %s", async (_what, content, code, message) => {
    const { first, state, snapshot } = await loadSpoilt(write(content));
    expect(first).toMatchObject({ code, level: "error" });
    expect(first?.message).toMatch(message);
    expect(first?.message.length).toBeLessThan(300);
    expect(snapshot.diagnostics).toHaveLength(1);
    expect(state).toBe("invalid");
  });
});

describe("C5 findings are reported, and the rest of the file is used", () => {
  it("C5 a repeated key: the last one is used, with its own place", async () => {
    const { snapshot } = await loadSpoilt(
      write(`{\n"hooks": {"Stop": [{"hooks": [${good}]}]},\n"hooks": {"Stop": [7]}}`),
    );
    expect(labels(snapshot)).toEqual(["user"]);
    expect(snapshot.diagnostics).toMatchObject([
      { code: "repeated-key", level: "error", place: { line: 2, column: 1, path: "hooks" } },
      { code: "group-not-an-object", place: { line: 3, column: 20, path: "hooks.Stop[0]" } },
    ]);
  });

  it("C5 __proto__ and other names of objects are only keys", async () => {
    const handler = '{"type": "command", "command": "good", "__proto__": {"timeout": 1}}';
    const { snapshot } = await loadSpoilt(
      write(
        `{"__proto__": {"hooks": 1}, "hooks": {"__proto__": [{}], "constructor": [], "Stop": [{"hooks": [${handler}]}]}}`,
      ),
    );
    expect(labels(snapshot)).toEqual(["user", "good"]);
    expect(snapshot.hooks[1]?.handler).not.toHaveProperty("timeout");
    expect(({} as Record<string, unknown>)["hooks"]).toBeUndefined();
    const unknown = snapshot.diagnostics.filter(({ code }) => code === "unknown-event");
    expect(unknown.map(({ place }) => place.path)).toEqual([
      "hooks.__proto__",
      "hooks.constructor",
    ]);
  });

  it("C5 half a character is reported with its place", async () => {
    const { first, snapshot } = await loadSpoilt(
      write(inHooks('{"type": "command", "command": "echo \\ud83d"}')),
    );
    expect(first).toMatchObject({
      code: "broken-character",
      place: { line: 1, path: "hooks.PreToolUse[0].hooks[0].command" },
    });
    expect(snapshot.hooks).toHaveLength(2);
  });

  it("C5 comments and trailing commas are read, with a warning", async () => {
    const { first, snapshot } = await loadSpoilt(write(`// why\n${inHooks(`${good},`)}`));
    expect(first).toMatchObject({ code: "relaxed-json", level: "warning" });
    expect(labels(snapshot)).toEqual(["user", "good"]);
  });

  it("C5 a byte order mark is fine", async () => {
    const { snapshot } = await loadSpoilt(write(`\uFEFF${inHooks(good)}`));
    expect(snapshot.diagnostics).toEqual([]);
    expect(snapshot.hooks[1]?.source).toMatchObject({ line: 1, column: 38 });
  });

  it("C5 events next to hooks are reported", async () => {
    const { snapshot } = await loadSpoilt(write('{\n  "Stop": [], "model": "x"\n}'));
    expect(snapshot.diagnostics).toMatchObject([
      { code: "event-outside-hooks", place: { line: 2, column: 3, path: "Stop" } },
    ]);
  });

  it.each([
    ["10,000 unknown events", many(10_000, (i) => `"E${i}": []`), 10_000],
    ["20,000 repeated keys", many(20_000, () => `"Stop": []`), 19_999],
    ["30,000 bad hooks", `"Stop": [{"hooks": [${"1,".repeat(30_000)}1]}]`, 30_001],
    ["an event with a huge name", `"${"x".repeat(3_000_000)}": []`, 1],
  ])("C5 %s: each is told", async (_what, inner, count) => {
    const world = newWorld();
    world.write(file, `{"hooks": {${inner}}}`);
    const { diagnostics } = await world.load();
    expect(diagnostics).toHaveLength(count);
    expect(diagnostics[0]?.place.path.length).toBeLessThan(200);
  });
});

function many(count: number, entry: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => entry(index)).join(",");
}
