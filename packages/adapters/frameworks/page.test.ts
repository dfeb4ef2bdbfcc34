import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startMessagesServer } from "../../../scripts/messages-api/messages-server.ts";
import { removing } from "./models/page.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/adapters.md"), "utf8");

/** What is put before each snippet: the reader's own model and tools. */
const given: Readonly<Record<string, string>> = {
  "ai-sdk": `import { scripted } from "../../../examples/frameworks/models/ai-sdk.ts";
    import { removing, shell } from "./models/page.ts";
    const model = scripted(removing);`,
  "openai-agents": `import { scripted } from "../../../examples/frameworks/models/openai-agents.ts";
    import { removing, shell } from "./models/page.ts";
    const model = scripted(removing);`,
  langchain: `import { ScriptedModel } from "../../../examples/frameworks/models/langchain.ts";
    import { removing, shell } from "./models/page.ts";
    const model = new ScriptedModel(removing);`,
  "claude-agent-sdk": "const env = process.env;",
};

const snippets = [...page.matchAll(/^```ts ([\w-]+)\n([\s\S]*?)^```$/gm)].map(
  ([, framework = "", code = ""]) => ({ framework, code }),
);

it("the page has a snippet for every framework", () => {
  expect(snippets.map(({ framework }) => framework).toSorted()).toEqual(
    Object.keys(given).toSorted(),
  );
});

/** A user whose hook refuses to remove files. */
function newHome(): { readonly home: string; readonly project: string } {
  const home = mkdtempSync(join(tmpdir(), "page-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const project = join(home, "project");
  mkdirSync(project);
  mkdirSync(join(home, ".claude"));
  const command = "grep -q 'rm -rf' && echo 'not in this house' >&2 && exit 2 || exit 0";
  const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] };
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify({ hooks }));
  return { home, project };
}

const fileOf = (framework: string) => join(import.meta.dirname, `page-${framework}.ts`);
const root = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

beforeAll(() => {
  for (const { framework, code } of snippets)
    writeFileSync(fileOf(framework), `${given[framework]}\n${code}`);
});

afterAll(() => {
  for (const { framework } of snippets) rmSync(fileOf(framework), { force: true });
});

it("the snippets compile", async () => {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  await expect(run(process.execPath, [compiler, "-p", import.meta.dirname])).resolves.toBeDefined();
});

it.each(snippets)(
  "the hook refuses the call in the snippet for $framework",
  async ({ framework }) => {
    const { home, project } = newHome();
    let count = 0;
    const server = await startMessagesServer(async (request) => {
      const { messages } = JSON.parse(request);
      const { text, calls } = await removing(JSON.stringify(messages));
      const uses = calls.map((call) => ({ type: "tool_use" as const, ...call }));
      const texts = text === "" ? [] : [{ type: "text" as const, text }];
      return { id: `msg_${++count}`, content: [...uses, ...texts] };
    });
    onTestFinished(() => server.close());
    const { stdout } = await run(
      process.execPath,
      ["--conditions=workspace-source", fileOf(framework)],
      {
        cwd: project,
        env: {
          PATH: process.env["PATH"],
          HOME: home,
          OPENAI_AGENTS_DISABLE_TRACING: "1",
          ANTHROPIC_BASE_URL: server.url,
          ANTHROPIC_API_KEY: "none",
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        },
      },
    );
    expect(stdout.trim()).toBe("A hook refused it.");
  },
);
