import { z } from "zod";
import { about, text, texts } from "../fields.ts";
import type { Infer } from "../schema.ts";
import { shellWord, shellWordWith } from "../shell-word.ts";
import { defineHandler } from "./settings-handler.ts";

/** H4: a POST of the input to an address. */
export const http = defineHandler({
  type: "http",
  required: { url: text("The URL the input is posted to.") },
  texts: { url: "http-address" },
  optional: {
    headers: about(
      "Request headers; $NAME is replaced with a variable listed in allowedEnvVars.",
      z.record(z.string(), z.string()),
    ),
    allowedEnvVars: texts("Environment variables that headers may use."),
  },
  limit: { unit: "seconds", default: 600 },
  asksModel: false,
  runsOn: "every-event",
  dependsOn: { what: "the server's answers", why: "they can differ on every request" },
  label: (handler) => withoutSecrets(handler.url),
  identity: (handler) => [handler.url, handler.if ?? null],
  run: {
    by: "http",
    with: ({ url, headers, allowedEnvVars }) => ({ url, headers, allowedEnvVars }),
    repeat: ({ url, headers = {}, allowedEnvVars = [] }) =>
      [
        "curl --data-binary @- -H 'content-type: application/json'",
        ...Object.entries(headers).map(
          ([name, value]) => `-H ${shellWordWith(`${name}: ${value}`, allowedEnvVars)}`,
        ),
        shellWord(url),
      ].join(" "),
  },
  answer: "response",
});

export type HttpHandler = Infer<typeof http.schema>;

/** A label is printed and traced: the user and password of an address and the values of its query are left out (T3). */
const withoutSecrets = (url: string): string =>
  url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, "$1").replaceAll(/([?&][^=&#]*=)[^&#]*/g, "$1…");
