/** P11: how many bytes of one stream are kept in memory, and how many go to a file. */
export const outputLimits = { memory: 1024 * 1024, file: 64 * 1024 * 1024 } as const;
