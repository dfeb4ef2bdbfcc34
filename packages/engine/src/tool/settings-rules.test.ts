import { symlinkSync } from "node:fs";
import { expect, it } from "vitest";
import { openHooks } from "../testing/open-hooks.ts";

const bash = (command: string) => ({ name: "Bash", input: { command }, id: "call_1" });
const ran = async () => "ran";
const allow = { permission: async () => "allow" as const };

it("G1 M9 deny rules of settings refuse a call, whatever the host's own rules and hooks say", async () => {
  const { hooks } = await openHooks({
    user: { permissions: { deny: ["Bash(rm *)"] } },
    hooks: { PreToolUse: [{ hooks: [() => ({ decision: "approve" as const })] }] },
  });
  for (const options of [{}, allow])
    expect(await hooks.tool(bash("ls && rm -r x"), ran, options)).toMatchObject({
      action: "refused",
      reasons: ["the settings deny this call of Bash (Bash(rm *))"],
    });
  expect(await hooks.tool(bash("ls"), ran, {})).toMatchObject({ action: "ran" });
});

it("T6 deny and ask rules of an untrusted project apply to the calls of a host without rules of its own", async () => {
  const { hooks } = await openHooks({
    project: { permissions: { deny: ["Read(.env)"], ask: ["WebFetch"], allow: ["Bash"] } },
  });
  const read = { name: "Read", input: { file_path: `${hooks.cwd}/.env` }, id: "call_1" };
  expect(await hooks.tool(read, ran)).toMatchObject({ action: "refused" });
  const fetch = { name: "WebFetch", input: { url: "https://example.com" }, id: "call_2" };
  expect(await hooks.tool(fetch, ran)).toMatchObject({ action: "refused" });
  const questions: unknown[] = [];
  const ask = async ({ reasons }: { readonly reasons: readonly string[] }) => {
    questions.push(...reasons);
    return true;
  };
  expect(await hooks.tool(fetch, ran, { ...allow, ask })).toMatchObject({ action: "ran" });
  expect(questions).toEqual(["the settings require approval of this call of WebFetch (WebFetch)"]);
});

it("M9 a link does not get around a deny rule, and a rewritten input is judged", async () => {
  const { hooks, world } = await openHooks({
    user: { permissions: { deny: ["Read(secret.txt)", "Bash(rm *)"] } },
    hooks: {
      PreToolUse: [
        {
          matcher: "Bash",
          hooks: [
            () => ({
              hookSpecificOutput: {
                hookEventName: "PreToolUse" as const,
                updatedInput: { command: "rm x" },
              },
            }),
          ],
        },
      ],
    },
  });
  symlinkSync(world.write("project/secret.txt", "s"), world.at("project/link.txt"));
  const link = { name: "Read", input: { file_path: "link.txt" }, id: "call_1" };
  expect(await hooks.tool(link, ran)).toMatchObject({ action: "refused" });
  expect(await hooks.tool(bash("ls"), ran)).toMatchObject({ action: "refused" });
});

it("M9 an ask rule is asked before a call that is decided now and runs later", async () => {
  const { hooks } = await openHooks({ user: { permissions: { ask: ["Bash(git push *)"] } } });
  const decision = await hooks.decide(bash("git push origin"));
  expect(decision).toMatchObject({ action: "ask" });
  expect(await hooks.run(decision, ran)).toMatchObject({ action: "refused" });
  expect(await hooks.run(decision, ran, { answer: true })).toMatchObject({ action: "ran" });
});

it("a host that applies these rules itself is not overruled", async () => {
  const { hooks } = await openHooks({ user: { permissions: { deny: ["Bash"] } } });
  const options = { ...allow, appliesSettingsRules: true };
  expect(await hooks.tool(bash("ls"), ran, options)).toMatchObject({ action: "ran" });
});
