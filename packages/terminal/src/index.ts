export { type RunHooksMenuOptions, runHooksMenu } from "./menu/run-hooks-menu.tsx";
export { runPlain } from "./plain/run-plain.ts";
export { type RunTerminalOptions, runTerminal } from "./run-terminal.tsx";
