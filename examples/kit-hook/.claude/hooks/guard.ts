import { defineHook } from "@snaphook/kit";

/** Refuses to force a push, and asks before any other. */
const hook = defineHook("PreToolUse", { tool: "Bash" }, ({ input, ask, deny, pass }) => {
  const { command } = input.tool_input;
  if (!/\bgit\s+push\b/.test(command)) return pass();
  if (/\s(--force|-f)(\s|$)/.test(command))
    return deny("a forced push throws away what others pushed: try --force-with-lease");
  return ask("this publishes commits");
});

export default hook;
hook.runIfMain(import.meta);
