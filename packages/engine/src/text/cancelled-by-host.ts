/** P18: why something that waited for hooks does not happen, and why a hook gave no answer. */
export const cancelledByHost = "cancelled by the host";
