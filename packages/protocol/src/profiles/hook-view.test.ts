import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hookView, inputForHooks, toolSeenAs } from "./hook-view.ts";
import { profiles } from "./table.ts";

describe("hookView", () => {
  it("V11 hooks see another name and another field; the tool gets its own back", () => {
    const view = hookView(profiles.envoy, "Write");
    const seen = view.toHooks({ file_path: "/a", content: "x" });
    expect([view.name, seen]).toEqual(["filesystem_write_file", { path: "/a", content: "x" }]);
    expect(view.fromHooks({ ...seen, content: "y" })).toEqual({ file_path: "/a", content: "y" });
  });

  it.each(["Bash", "Read", "mcp__files__write", "constructor", "__proto__"])(
    "V11 hooks see %s unchanged",
    (name) => {
      const view = hookView(profiles.envoy, name);
      const input = { file_path: "/a", path: "/b" };
      expect(view.name).toBe(name);
      expect(view.toHooks(input)).toEqual(input);
      expect(view.fromHooks(input)).toEqual(input);
    },
  );

  it("V11 no input is lost on the way to hooks and back", () => {
    const key = fc
      .oneof(fc.constantFrom("file_path", "content"), fc.string())
      .filter((k) => k !== "path");
    fc.assert(
      fc.property(
        fc.constantFrom("Write", "Edit", "Bash"),
        fc.constantFrom(profiles.reference, profiles.envoy),
        fc.dictionary(key, fc.string(), { noNullPrototype: true }),
        (tool, profile, input) => {
          const view = hookView(profile, tool);
          expect(view.fromHooks(view.toHooks(input))).toEqual(input);
        },
      ),
    );
  });
});

it("V11 a hidden field stays as it was in the call, unless the answer has it", () => {
  const view = hookView(profiles["claude-code"], "ExitPlanMode");
  const call = { plan: "a plan" };
  expect(view.toHooks(call)).toEqual({});
  expect(view.fromHooks({}, call)).toEqual(call);
  expect(view.fromHooks({ plan: "a better plan" }, call)).toEqual({ plan: "a better plan" });
});

describe("the input of an event", () => {
  const written = { tool_name: "Write", tool_input: { file_path: "/a", content: "x" }, more: 1 };

  it("V11 has the tool's name and fields as hooks see them", () => {
    expect(inputForHooks(profiles.envoy, written)).toEqual({
      tool_name: "filesystem_write_file",
      tool_input: { path: "/a", content: "x" },
      more: 1,
    });
    expect(inputForHooks(profiles.reference, written)).toEqual(written);
    expect(inputForHooks(profiles.envoy, { source: "startup" })).toEqual({ source: "startup" });
    const seen = inputForHooks(profiles.envoy, written);
    expect(inputForHooks(profiles.envoy, seen)).toEqual(seen);
  });

  it("V11 a tool is found by the name that hooks see", () => {
    expect(toolSeenAs(profiles.envoy, "filesystem_edit_file")).toBe("Edit");
    expect(toolSeenAs(profiles.envoy, "Bash")).toBe("Bash");
    expect(toolSeenAs(profiles.reference, "filesystem_edit_file")).toBe("filesystem_edit_file");
  });
});
