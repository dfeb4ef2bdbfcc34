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
  ...["@alcalzone/ansi-tokenize", "ansi-escapes", "ansi-regex", "ansi-styles", "auto-bind"],
  ...["chalk", "cli-boxes", "cli-cursor", "cli-truncate", "code-excerpt", "convert-to-spaces"],
  ...["environment", "es-toolkit", "escape-string-regexp", "get-east-asian-width", "indent-string"],
  ...["ink", "is-fullwidth-code-point", "is-in-ci", "mimic-fn", "onetime", "patch-console"],
  ...["quick-lru", "react", "react-reconciler", "restore-cursor", "scheduler", "signal-exit"],
  ...["slice-ansi", "stack-utils", "string-width", "strip-ansi", "terminal-size", "widest-line"],
  ...["wrap-ansi", "yoga-layout"],
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
