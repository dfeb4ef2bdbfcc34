import { describe, expect, it } from "vitest";
import { play } from "./testing/play.ts";

const warningsOf = async (options: Parameters<typeof play>[0]): Promise<readonly string[]> => {
  const { events } = await play(options);
  return events.flatMap((event) =>
    event.type === "notice" && event.level !== "info" ? [event.text] : [],
  );
};

describe("C5 rules that match nothing are reported at the start", () => {
  it("C5 allowedTools with an unknown tool", async () => {
    for (const tool of ["Bsh", "bash"])
      expect(await warningsOf({ allowedTools: [tool] })).toEqual([
        `--allowedTools ${tool} has no effect: no known tool is called "${tool}"; names are exact and case-sensitive; did you mean "Bash"?`,
      ]);
  });

  it.each([
    [
      { deny: ["Bsh"] },
      'permissions.deny[0] denies nothing, unless the host has a tool of that name: no known tool is called "Bsh"',
    ],
    [{ denny: ["Bash"] }, 'did you mean "deny"?'],
    [{ deny: "Bash" }, 'permissions.deny is a text, not a list; it is read as ["Bash"]'],
  ])("C5 settings with permissions %j", async (permissions, text) => {
    const warnings = await warningsOf({ userSettings: { permissions } });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(text);
    expect(warnings[0]).toMatch(/settings\.json:1:\d+ /);
  });

  it("C5 a deny rule that is a text refuses the call", async () => {
    const { result, requests } = await play({
      userSettings: { permissions: { deny: "Bash" } },
      script: [[{ tool: "Bash", input: { command: "touch A" } }], ["done"]],
    });
    expect(result.subtype).toBe("success");
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain("A permission rule denies");
  });

  it("C5 a deny rule for an unknown agent starts no session", async () => {
    const deny = ["Agent(Exlpore)"];
    const problem =
      /(--disallowedTools|permissions\.deny) Agent\(Exlpore\) has no effect: there is no such agent; did you mean Explore\?/;
    await expect(play({ disallowedTools: deny })).rejects.toThrow(problem);
    await expect(play({ settings: JSON.stringify({ permissions: { deny } }) })).rejects.toThrow(
      problem,
    );
    expect(await warningsOf({ userSettings: { permissions: { ask: deny, deny } } })).toHaveLength(
      2,
    );
    const known = ["Agent(explore)", "Task(Plan)", "Agent(Exp*)", "Agent"];
    expect(await warningsOf({ disallowedTools: known })).toEqual([]);
  });
});
