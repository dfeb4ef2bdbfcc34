/** The name of settings that were given as JSON, in place of a file. */
export const settingsFlag = "--settings";

/** The same for the policy of the caller. */
export const managedSettingsFlag = "--managed-settings";

/** Whether `--settings` was given the settings themselves. */
export const isJsonText = (settings: string): boolean => settings.trimStart().startsWith("{");
