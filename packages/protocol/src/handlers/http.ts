import { z } from "zod";
import { about, text, texts } from "../fields.ts";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./handler-definition.ts";

/** H4: a POST of the input to an address. */
export const http = defineHandler({
  type: "http",
  required: { url: text("The address the input is posted to.") },
  optional: {
    headers: about(
      "Headers of the request; $NAME stands for a variable that allowedEnvVars lists.",
      z.record(z.string(), z.string()),
    ),
    allowedEnvVars: texts("Environment variables that headers may use."),
    onFailure: about(
      "What a failing hook comes to: block refuses, where the event can be refused.",
      z.enum(["continue", "block"]),
    ),
  },
  label: (handler) => handler.url,
  identity: (handler) => [handler.url, handler.if ?? null],
});

export type HttpHandler = Infer<typeof http.schema>;
