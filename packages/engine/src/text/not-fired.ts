/** Why a hook on an event that the host does not fire never runs. */
export const notFired = (event: string): string => `this host does not fire ${event}`;
