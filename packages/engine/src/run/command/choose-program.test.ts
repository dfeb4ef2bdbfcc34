import { type Program, profiles } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { chooseProgram, splitWords } from "./choose-program.ts";

type Platform = "linux" | "darwin" | "win32";
const everywhere: readonly Platform[] = ["linux", "darwin", "win32"];

const choose = (
  wanted: Program,
  platform: Platform,
  variables: Readonly<Record<string, string>> = {},
  profile: keyof typeof profiles = "reference",
  bash: string | undefined = "/opt/bash",
) => {
  const context = { platform, profile: profiles[profile], variables, bash, folder: "/" };
  const { program, args } = chooseProgram(wanted, context);
  return [program, ...args];
};

describe("P5 the program", () => {
  it("is the shell of the profile, which reads no profile files", () => {
    const command = 'echo "$HOME" | cat';
    expect(everywhere.map((platform) => choose({ command }, platform))).toEqual([
      ["/opt/bash", "-c", command],
      ["/opt/bash", "-c", command],
      ["bash.exe", "-c", command],
    ]);
    expect(
      everywhere.map((platform) => choose({ command }, platform, {}, "claude-code")[0]),
    ).toEqual(["/bin/sh", "/bin/sh", "bash.exe"]);
  });

  it("is bash if the hook says so, unless the profile always uses /bin/sh", () => {
    const handler = { command: "x", shell: "bash" as const };
    expect(everywhere.map((platform) => choose(handler, platform)[0])).toEqual([
      "/opt/bash",
      "/opt/bash",
      "bash.exe",
    ]);
    expect(everywhere.map((platform) => choose(handler, platform, {}, "claude-code")[0])).toEqual([
      "/bin/sh",
      "/bin/sh",
      "bash.exe",
    ]);
  });

  it("is /bin/sh if there is no bash, but never for a hook that needs bash", () => {
    const without = (wanted: Program) => {
      const context = {
        platform: "linux",
        profile: profiles.reference,
        variables: {},
        folder: "/",
      };
      return chooseProgram(wanted, { ...context, bash: undefined }).program;
    };
    expect(without({ command: "[[ a ]]" })).toBe("/bin/sh");
    expect(without({ command: "x", shell: "bash" })).toBe("bash");
  });

  it("is /bin/sh for a plain call, unless functions of the environment or a prefix could change it", () => {
    const command = '"$CLAUDE_PROJECT_DIR"/guard.sh --strict';
    expect(choose({ command }, "linux")[0]).toBe("/bin/sh");
    expect(choose({ command }, "linux", { "BASH_FUNC_jq%%": "() { :; }" })[0]).toBe("/opt/bash");
    expect(choose({ command }, "linux", { CLAUDE_CODE_SHELL_PREFIX: "wrap" })[0]).toBe("/opt/bash");
  });

  it("is the user's Git Bash on Windows, and only there", () => {
    const variables = { CLAUDE_CODE_GIT_BASH_PATH: "D:\\git\\bash.exe" };
    expect(everywhere.map((platform) => choose({ command: "x" }, platform, variables)[0])).toEqual([
      "/bin/sh",
      "/bin/sh",
      "D:\\git\\bash.exe",
    ]);
  });

  it("is PowerShell if the hook says so, with known variables filled in", () => {
    const command = "& '${CLAUDE_PROJECT_DIR}/a.ps1' ${HOME}";
    const handler = { command, shell: "powershell" as const };
    const args = ["-NoProfile", "-NonInteractive", "-Command", "& '/p/a.ps1' ${HOME}"];
    expect(
      everywhere.map((platform) => choose(handler, platform, { CLAUDE_PROJECT_DIR: "/p" })),
    ).toEqual([
      ["pwsh", ...args],
      ["pwsh", ...args],
      ["powershell.exe", ...args],
    ]);
  });

  it("gets its command from a prefix as one argument, in a shell only", () => {
    const variables = { CLAUDE_CODE_SHELL_PREFIX: "sandbox --strict" };
    const command = `echo 'it'"s" $A`;
    const quoted = `sandbox --strict 'echo '\\''it'\\''"s" $A'`;
    expect(everywhere.map((platform) => choose({ command }, platform, variables).at(-1))).toEqual([
      quoted,
      quoted,
      quoted,
    ]);
    expect(choose({ command: "ls", args: ["-l"] }, "linux", variables)).toEqual(["ls", "-l"]);
    expect(choose({ command: "ls" }, "linux", { CLAUDE_CODE_SHELL_PREFIX: "" })).toEqual([
      "/bin/sh",
      "-c",
      "ls",
    ]);
  });

  it("is the one named when there are args, with variables as plain strings", () => {
    const variables = {
      CLAUDE_PROJECT_DIR: "/my $(project)",
      CLAUDE_PLUGIN_ROOT: "/plugin 'root'",
      CLAUDE_PLUGIN_DATA: "/data",
      HOME: "/home",
    };
    const handler = {
      command: "${CLAUDE_PLUGIN_ROOT}/run",
      args: [
        "a b",
        "${CLAUDE_PROJECT_DIR}/${CLAUDE_PLUGIN_DATA}",
        "$CLAUDE_PROJECT_DIR",
        "${HOME}",
      ],
    };
    const words = [
      "/plugin 'root'/run",
      "a b",
      "/my $(project)//data",
      "$CLAUDE_PROJECT_DIR",
      "${HOME}",
    ];
    expect(everywhere.map((platform) => choose(handler, platform, variables))).toEqual([
      words,
      words,
      words,
    ]);
    expect(choose({ command: "x", args: [] }, "linux")).toEqual(["x"]);
  });

  it("leads a separate group and session; on Windows it has no window", () => {
    const options = everywhere.map(
      (platform) =>
        chooseProgram(
          { command: "x" },
          { platform, profile: profiles.reference, variables: {}, bash: undefined, folder: "/" },
        ).options,
    );
    expect(options).toEqual([
      { detached: true, windowsHide: true },
      { detached: true, windowsHide: true },
      { detached: false, windowsHide: true },
    ]);
  });
});

describe("V8 words without a shell", () => {
  it("are the program and its arguments in the profile that says so", () => {
    expect(choose({ command: `"/my tools/run" 'a b' c\\ d $A` }, "linux", {}, "envoy")).toEqual([
      "/my tools/run",
      "a b",
      "c d",
      "$A",
    ]);
  });

  it.each([
    ["a  b\tc\n d ", ["a", "b", "c", "d"]],
    [`a"b c"'d e'f`, ["ab cd ef"]],
    [`"say \\"hi\\" \\n" '\\n'`, ['say "hi" \\n', "\\n"]],
    [`run "" ''`, ["run", "", ""]],
    ["a|b > c; d", ["a|b", ">", "c;", "d"]],
    ["", []],
  ])("%j", (line, words) => {
    expect(splitWords(line)).toEqual(words);
  });
});
