import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, subjectOf, temporaryFolder } from "./testing.ts";
import { openTrustStore } from "./trust-store.ts";
import type { TrustSubject } from "./trust-subject.ts";

const root = folderWith({ "guard.sh": "exit 2\n" });
symlinkSync("guard.sh", join(root, "link.sh"));
symlinkSync("/dev/zero", join(root, "zero.sh"));
execFileSync("mkfifo", [join(root, "pipe.sh")]);

function describeSubject(subject: TrustSubject) {
  const file = join(temporaryFolder(), "trust.json");
  const environment = { projectDirectory: root };
  return openTrustStore({ file, environment }).describe(subject);
}

describe("describe", () => {
  it("T9 lists what is covered: the definition and each file with its hash and size", async () => {
    const { covered } = await describeSubject(subjectOf(root, "./guard.sh && ./link.sh"));
    expect(covered).toEqual([
      { what: "definition", text: expect.stringContaining('"command": "./guard.sh && ./link.sh"') },
      {
        what: "file",
        path: "guard.sh",
        target: undefined,
        sha256: "5362fb632b15",
        size: 7,
        mode: "644",
        loaded: false,
      },
      {
        what: "file",
        path: "link.sh",
        target: join(root, "guard.sh"),
        sha256: "5362fb632b15",
        size: 7,
        mode: "644",
        loaded: false,
      },
    ]);
  });

  it.each([
    ["npm run guard", "npm", "PATH"],
    ["npm run guard", "what npm runs", "package.json"],
    ["npx some-guard", "what npx runs", "downloaded"],
    ["cd sub && make guard", "what make runs", "build files"],
    ["node -e 'require(\"./x\")'", "what the text after node -e loads or calls", "definition"],
    ["python3 -c 'import x'", "what the text after python3 -c loads or calls", "definition"],
    ["python3 -m guard", "the module after python3 -m", "by name"],
    ["sh $(pwd)/x.sh", "$(pwd)/x.sh", "only known when the command runs"],
    ["cat hooks/*.sh", "hooks/*.sh", "only known when the command runs"],
    ["~/guard.sh", "~/guard.sh", "outside"],
    ["~other/guard.sh", "~other/guard.sh", "only known when the command runs"],
    ['cd "$(pwd)" && ./x.sh', "./x.sh", "a folder that is only known when the command runs"],
    ["/opt/guard --fast", "/opt/guard", "outside"],
    ["sh ./zero.sh", "./zero.sh", "a pipe or a device"],
    ["sh ./pipe.sh", "./pipe.sh", "a pipe or a device"],
    ["curl https://example.com/x", "https://example.com/x", "an address"],
    ["./missing.sh", "./missing.sh", "if one appears"],
    ["sh guard.sh", "guard.sh", "current directory"],
    ["sh guard.sh", "what these files load or start in another way", "literal path"],
    ["echo x >> log.txt", "log.txt", "written by the hook"],
  ])("T9 lists what is not covered: %s (%s)", async (command, what, why) => {
    const { notCovered } = await describeSubject(subjectOf(root, command));
    expect(notCovered).toContainEqual({ what, why: expect.stringContaining(why) });
  });

  it("T9 shell builtins are not a gap", async () => {
    const command = "cd . && echo hi 2>/dev/null >&2 && exit 2";
    expect((await describeSubject(subjectOf(root, command))).notCovered).toEqual([]);
  });

  it.each(["http", "prompt", "agent", "mcp_tool"])(
    "T9 %s depends on something outside its definition",
    async (type) => {
      const { covered, notCovered } = await describeSubject(
        subjectOf(root, "", { handler: { type } }),
      );
      expect(covered).toHaveLength(1);
      expect(notCovered).toHaveLength(1);
    },
  );
});
