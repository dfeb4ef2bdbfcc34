export { allow, ask, deny, type ToolCallReply } from "./replies.ts";
