import { profiles } from "@snaphook/protocol";

/** Programs read a version to find out what they may use: that of Claude Code whose protocol this is. */
export const hostVersion: string = profiles["claude-code"].name.split("@")[1] ?? "";
