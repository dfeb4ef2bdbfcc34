/** Packages that become part of every library that uses them. */
export const bundled = ["ignore", "jsonc-parser", "unbash", "zod"];

/** Packages that become part of the command: all it uses. The build refuses what is not listed. */
export const bundledInCommand = [
  ...bundled,
  "@ai-sdk/anthropic",
  "@ai-sdk/openai-compatible",
  "@ai-sdk/provider",
  "@ai-sdk/provider-utils",
  "@workflow/serde",
  "chokidar",
  "commander",
  "eventsource-parser",
  "picomatch",
  "readdirp",
  "yaml",
];
