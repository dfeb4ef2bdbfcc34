/** Hooks for agents made with LangChain and LangGraph: a middleware. */
export { cannot } from "./cannot.ts";
export {
  type AgentSettings,
  type LangChain,
  type LangChainOptions,
  withHooks,
} from "./with-hooks.ts";
