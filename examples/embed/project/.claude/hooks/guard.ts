import { defineHook } from "@snaphook/kit";

/** Refuses recursive deletes; about everything else it has no opinion. */
const hook = defineHook("PreToolUse", { tool: "Bash" }, ({ input, deny, pass }) =>
  /\brm\s+-\w*r/.test(input.tool_input.command) ? deny("remove files one by one") : pass(),
);

export default hook;
hook.runIfMain(import.meta);
