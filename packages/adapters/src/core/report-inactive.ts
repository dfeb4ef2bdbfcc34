import type { EventName, Hooks } from "@snaphook/engine";

/** Says what is configured and has no effect: untrusted hooks, and hooks on events that are not fired. */
export async function reportInactive(
  { config }: Hooks,
  fired: readonly EventName[],
  tellUser: (text: string) => void,
): Promise<void> {
  const { summary } = await config.inactive();
  if (summary !== "") tellUser(summary);
  // Without the option `fires`, the engine believes that every event is fired.
  const events = new Set(config.snapshot().hooks.map(({ event }) => event));
  const never = [...events].filter((one) => !fired.includes(one) && config.isFired(one));
  if (never.length > 0)
    tellUser(`this adapter does not fire ${never.join(", ")}: hooks on these events never run`);
}
