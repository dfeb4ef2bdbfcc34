import { describe, expectTypeOf, it } from "vitest";
import type { CodeHooks } from "./config/code-hooks.ts";
import type { FireInput, Hooks } from "./hooks.ts";
import type { OutcomeOf } from "./stages/outcome.ts";

/** Compiled, never called. */
declare const hooks: Hooks;

describe("the types an embedder meets", () => {
  it("E3 an event is fired with its own fields; what is missing or misspelt does not compile", () => {
    const fire = () => {
      hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: {}, tool_use_id: "1" });
      // @ts-expect-error tool_use_id is missing
      hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
      // @ts-expect-error a prompt is a text
      hooks.fire("UserPromptSubmit", { prompt: 1 });
    };
    expectTypeOf(fire).toBeFunction();
  });

  it("E21 fields that a scope fills in can be omitted, and a host can add fields", () => {
    expectTypeOf<{ stop_hook_active: boolean; extra: number }>().toExtend<FireInput<"Stop">>();
    expectTypeOf<FireInput<"SubagentStop">["agent_id"]>().toEqualTypeOf<string | undefined>();
  });

  it("a tool's input may be of any object type", () => {
    interface BashInput {
      readonly command: string;
    }
    expectTypeOf<{
      tool_name: "Bash";
      tool_input: BashInput;
      tool_use_id: string;
    }>().toMatchObjectType<Pick<FireInput<"PreToolUse">, never>>();
    expectTypeOf<BashInput>().toExtend<FireInput<"PreToolUse">["tool_input"]>();
  });

  it("A5 an outcome has the fields of its event and no others", () => {
    expectTypeOf<OutcomeOf<"SessionStart">["fields"]["initialUserMessage"]>().toEqualTypeOf<
      string | undefined
    >();
    // @ts-expect-error Stop has no such field
    type Wrong = OutcomeOf<"Stop">["fields"]["initialUserMessage"];
    expectTypeOf<Wrong>().not.toBeString();
  });

  it("H6 a hook in code gets the input of its event and answers in its words", () => {
    const code: CodeHooks = {
      PreToolUse: [
        {
          matcher: "Bash",
          hooks: [
            (input) => ({
              hookSpecificOutput: {
                hookEventName: "PreToolUse",
                permissionDecision: input.tool_name === "Bash" ? "deny" : "allow",
              },
            }),
            async () => undefined,
            () => {},
          ],
        },
      ],
      // @ts-expect-error Stop knows no permission decision
      Stop: [{ hooks: [() => ({ hookSpecificOutput: { permissionDecision: "deny" } })] }],
    };
    expectTypeOf(code).toExtend<CodeHooks>();
  });
});
