import { z } from "zod";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./handler-definition.ts";

/** H4: a POST of the input to an address. */
export const http = defineHandler({
  type: "http",
  required: { url: z.string() },
  optional: {
    headers: z.record(z.string(), z.string()),
    allowedEnvVars: z.array(z.string()),
    onFailure: z.enum(["continue", "block"]),
  },
  label: (handler) => handler.url,
  identity: (handler) => [handler.url, handler.if ?? null],
});

export type HttpHandler = Infer<typeof http.schema>;
