import { bundleCommand } from "./packed/bundle-command.ts";

/** Bundles the command once for all process tests. */
export const setup = (): (() => void) => bundleCommand();
