/** G4: how many blocks in a row Stop hooks are granted. */
export const stopCap = { name: "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP", default: 8 } as const;
