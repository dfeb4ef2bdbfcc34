import { expect, it } from "vitest";
import { withoutSdkServers } from "./without-sdk-servers.ts";

it.each([
  ['{"mcpServers":{"a":{"type":"sdk","name":"a"}}}', '{"mcpServers":{}}'],
  [
    '{"mcpServers":{"a":{"type":"sdk"},"b":{"command":"x"}}}',
    '{"mcpServers":{"b":{"command":"x"}}}',
  ],
  ['{"mcpServers": {"b":{"command":"x"}}}', '{"mcpServers": {"b":{"command":"x"}}}'],
  ["/some/file.json", "/some/file.json"],
  ["{ broken", "{ broken"],
])("%s becomes %s", (config, expected) => {
  expect(withoutSdkServers(config)).toBe(expected);
});
