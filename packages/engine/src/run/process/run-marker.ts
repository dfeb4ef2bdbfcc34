import { randomUUID } from "node:crypto";
import { brand } from "@snaphook/protocol";
import type { ProcessRequest } from "./process-request.ts";

/** The mark of a new run, by which all its processes are found (P10). */
export const runMarker = (): ProcessRequest["marker"] => [
  `${brand.environmentPrefix}RUN`,
  randomUUID(),
];
