import type { ControlHandler } from "../control-context.ts";

/** There is one output style. */
export const reloadOutputStyles: ControlHandler = () => ({ available_output_styles: ["default"] });
