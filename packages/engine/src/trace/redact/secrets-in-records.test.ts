import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newWorld } from "../../config/testing.ts";
import { createHooks } from "../../engine.ts";
import { bashCall, openHooks } from "../../testing/open-hooks.ts";
import { jsonLinesTrace } from "../json-lines.ts";

const letters = fc.string({
  unit: fc.constantFrom(..."abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"),
  minLength: 24,
  maxLength: 60,
});
const secretKey = fc.constantFrom(
  "token",
  "accessToken",
  "GITHUB_TOKEN",
  "password",
  "db_passwd",
  "client-secret",
  "apiKey",
  "X-Api-Key",
  "Authorization",
  "Set-Cookie",
  "credentials",
  "privateKey",
  "session_key",
  "pass",
);

/** A secret with what gives it away: its shape, its name, or that the host knows it. */
const planted = fc
  .tuple(letters, secretKey)
  .chain(([word, key]) =>
    fc.constantFrom<{ secret: string; value: unknown }>(
      ...[
        `sk-ant-${word}`,
        `ghp_${word}`,
        `xoxb-${word}`,
        `AIza${word}`,
        `eyJ${word}.eyJ${word}.${word}`,
      ].map((secret) => ({ secret, value: secret })),
      { secret: word, value: { [key]: word } },
      { secret: word, value: { [key]: { nested: [word] } } },
      { secret: word, value: { name: key, value: word } },
      { secret: word, value: ["--verbose", `--${key}`, word] },
      { secret: word, value: `export ${key.replaceAll("-", "_")}=${word} && run` },
      { secret: word, value: `run --${key}="${word}"` },
      { secret: word, value: `curl -H '${key}: ${word}'` },
      { secret: word, value: JSON.stringify({ [key]: word }) },
      { secret: word, value: JSON.stringify(JSON.stringify({ [key]: word })) },
      { secret: word, value: `wss://user:${word}@host.example/` },
      { secret: word, value: `https://host.example/?${key}=${word}&page=1` },
      { secret: word, value: `-----BEGIN PRIVATE KEY-----\n${word}\n${word}` },
    ),
  );

/** A harmless value with the planted one somewhere inside. */
const around = (value: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(
      fc.oneof(
        fc.tuple(
          fc.constant("field" as const),
          fc.constantFrom("a", "command", "content", "items"),
        ),
        fc.tuple(fc.constant("entry" as const), fc.jsonValue({ maxDepth: 1 })),
        fc.tuple(
          fc.constant("text" as const),
          fc.constantFrom("", " ", "x ", "\n", "y".repeat(1990)),
        ),
      ),
      { maxLength: 5 },
    )
    .map((steps) =>
      steps.reduce<unknown>((inner, [how, what]) => {
        if (how === "field") return { before: 1, [what]: inner, after: "text" };
        if (how === "entry") return [what, inner];
        return typeof inner === "string" ? `${what} ${inner}` : inner;
      }, value),
    );

it("T3 a secret anywhere in an event, or in what a hook says, is in no record", async () => {
  const { hooks, trace } = await openHooks({
    hooks: {
      PreToolUse: [
        {
          hooks: [
            ({ tool_input }) => ({
              systemMessage: JSON.stringify(tool_input),
              hookSpecificOutput: {
                hookEventName: "PreToolUse",
                permissionDecision: "deny",
                permissionDecisionReason: JSON.stringify(tool_input),
                updatedInput: tool_input,
              },
            }),
            ({ tool_input }) => {
              throw new Error(JSON.stringify(tool_input));
            },
          ],
        },
      ],
    },
  });
  const event = planted.chain(({ secret, value }) =>
    around(value).map((tool_input) => ({ secret, tool_input: { given: tool_input } })),
  );
  await fc.assert(
    fc.asyncProperty(event, async ({ secret, tool_input }) => {
      await hooks.fire("PreToolUse", { ...bashCall(), tool_input });
      expect(JSON.stringify(trace.records().at(-1))).not.toContain(secret);
    }),
    { numRuns: 500 },
  );
});

it("T3 a credential of the host is in no line, even if a hook prints it", async () => {
  const credential = "correct horse battery";
  const world = newWorld();
  const file = world.at("logs", "trace.jsonl");
  const command = `TOKEN=plain-text-1; echo "got $HOST_KEY"; echo "$HOST_KEY$SETTINGS_SECRET" >&2; exit 1`;
  world.write(
    "home/.claude/settings.json",
    JSON.stringify({
      env: { SETTINGS_SECRET: "set in settings" },
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] },
    }),
  );
  const hooks = await createHooks({
    ...world.sources(),
    sessionId: "s1",
    env: { PATH: process.env["PATH"], HOST_KEY: credential },
    credentialVariables: ["HOST_KEY"],
    trace: jsonLinesTrace(file),
  });
  await hooks.fire("PreToolUse", bashCall(`echo ${credential}`));
  await hooks.close();
  const line = readFileSync(file, "utf8");
  for (const secret of [credential, "set in settings", "plain-text-1"])
    expect(line).not.toContain(secret);
  expect(JSON.parse(line)).toMatchObject({
    input: { tool_input: { command: "echo [redacted]" } },
    ran: [{ stdout: { text: "got [redacted]\n" }, stderr: { text: "[redacted][redacted]\n" } }],
  });
});
