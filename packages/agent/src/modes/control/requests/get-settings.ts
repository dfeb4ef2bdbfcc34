import type { ControlHandler } from "../control-context.ts";

/** The settings in force, with the source of each. */
export const getSettings: ControlHandler = async (_request, { opened }) =>
  (await opened()).control.settings();
