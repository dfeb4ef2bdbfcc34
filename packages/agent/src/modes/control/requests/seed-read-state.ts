import { type ControlHandler, textIn } from "../control-context.ts";

export const seedReadState: ControlHandler = async (request, { opened }) => {
  const { mtime } = request;
  if (typeof mtime !== "number")
    throw new Error(`"mtime" is ${JSON.stringify(mtime) ?? "missing"}, expected milliseconds`);
  await (await opened()).control.seedReadFile(textIn(request, "path"), mtime);
};
