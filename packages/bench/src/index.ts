export { printExplanation } from "./explain/print-explanation.ts";
