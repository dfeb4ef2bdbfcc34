import { isObject } from "@snaphook/engine/internal";
import type { ControlHandler } from "../control-context.ts";

export const applyFlagSettings: ControlHandler = async ({ settings }, { opened }) => {
  if (!isObject(settings)) throw new Error('"settings" is not an object');
  await (await opened()).control.applySettings(settings);
};
