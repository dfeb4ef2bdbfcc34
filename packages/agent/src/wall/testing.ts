import { tryBubblewrap } from "@snaphook/engine/internal";

/** Why tests of the sandbox cannot run here; `undefined`: they can. */
export async function whyNoSandbox(): Promise<string | undefined> {
  const { because } = await tryBubblewrap({ env: {} });
  return because === undefined ? undefined : `no sandbox: ${because}`;
}
