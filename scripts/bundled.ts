/** Packages that become part of what we publish. */
export const bundled = ["ignore", "jsonc-parser", "unbash", "zod"];
