/** Packages that are bundled into every library that uses them. */
export const bundled = [
  "@agentclientprotocol/sdk",
  "@modelcontextprotocol/sdk",
  "content-type",
  "eventsource-parser",
  "ignore",
  "jsonc-parser",
  "unbash",
  "zod",
];

/** Packages that are bundled into the command. The build fails if it uses another one. */
export const bundledInCommand = [
  ...bundled,
  "@ai-sdk/anthropic",
  "@ai-sdk/openai-compatible",
  "@ai-sdk/provider",
  "@ai-sdk/provider-utils",
  "@workflow/serde",
  "chokidar",
  "commander",
  "picomatch",
  "readdirp",
  "yaml",
];
