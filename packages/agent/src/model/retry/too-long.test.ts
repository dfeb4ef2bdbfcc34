import { expect, it } from "vitest";
import { tooLongOf } from "./too-long.ts";

it.each([
  [400, "prompt is too long: 250000 tokens > 200000 maximum", { fits: 0.8 }],
  [
    400,
    "input length and `max_tokens` exceed context limit: 188000 + 32000 > 200000",
    { fits: 200 / 220 },
  ],
  [413, "no reason given", {}],
  [413, "request_too_large: Request exceeds the maximum size", {}],
  [
    400,
    "This model's maximum context length is 8,192 tokens. However, your messages resulted in 16,384 tokens.",
    { fits: 0.5 },
  ],
  [
    400,
    "This model's maximum context length is 8192 tokens. However, you requested 16384 tokens (9000 in the messages)",
    { fits: 0.5 },
  ],
  [400, "the request exceeds the available context size (4096 tokens), try increasing it", {}],
  [500, "Input is too long for requested model.", {}],
  [400, "prompt is too long: 100 tokens > 200000 maximum", {}],
  [400, "messages: at least one message is required", undefined],
  [429, "This request would exceed your rate limit of 30000 input tokens per minute", undefined],
  [200, "prompt is too long", undefined],
])("%i %s", (status, text, expected) => {
  const found = tooLongOf(status, text);
  expect(found && Object.keys(found)).toEqual(expected && Object.keys(expected));
  if (expected && "fits" in expected) expect(found?.fits).toBeCloseTo(expected.fits ?? 0, 5);
});
