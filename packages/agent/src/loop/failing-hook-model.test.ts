import { brand } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { type Play, play } from "./testing/play.ts";

const onStop = (more: object = {}): Play => ({
  userSettings: { hooks: { Stop: [{ hooks: [{ type: "prompt", prompt: "Done?", ...more }] }] } },
});
const fields = `{"last_assistant_message":"done","stop_hook_blocks":0,"stop_hook_block_cap":8}`;
const repeat = `(to repeat it: ${brand.command} run Stop --input '${fields}' --model MODEL)`;
const failing = (status: number, message: string) => ({ error: { status, message } });

async function noticesOf(asked: readonly object[], more: object = {}) {
  const script = { main: [["done"]], "hook-prompt": asked };
  const { events } = await play({ ...onStop(more), script });
  return events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
}

it("H2 the line about a prompt hook whose model fails has the server's message", async () => {
  expect(await noticesOf([failing(404, "no such model: tiny")])).toEqual([
    `Done?: the model's server answered 404: no such model: tiny ${repeat}`,
  ]);
});

it("H2 one that runs into its limit while its model is asked again says why", async () => {
  const busy = [failing(529, "overloaded"), { blocks: ["late"], delayMs: 60_000 }];
  expect(await noticesOf(busy, { timeout: 2 })).toEqual([
    `Done?: no answer within 2 s (the model's server answered 529: overloaded) ${repeat}`,
  ]);
});
