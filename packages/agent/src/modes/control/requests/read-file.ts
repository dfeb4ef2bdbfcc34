import { type ControlHandler, textIn } from "../control-context.ts";

const usualLimit = 1024 * 1024;
const largestLimit = 16 * usualLimit;

export const readFile: ControlHandler = async (request, { opened }) => {
  const { max_bytes: wanted = usualLimit, encoding = "utf-8" } = request;
  if (typeof wanted !== "number" || !(wanted > 0))
    throw new Error(`"max_bytes" is ${JSON.stringify(wanted)}, expected a number above 0`);
  if (encoding !== "utf-8" && encoding !== "base64")
    throw new Error(`"encoding" is ${JSON.stringify(encoding)}, expected utf-8 or base64`);
  const path = textIn(request, "path");
  const maxBytes = Math.min(Math.floor(wanted), largestLimit);
  const { control } = await opened();
  const { truncated, ...file } = await control.readFile({ path, maxBytes, encoding });
  return {
    ...file,
    ...(truncated ? { truncated } : {}),
    ...(encoding === "base64" ? { encoding } : {}),
  };
};
