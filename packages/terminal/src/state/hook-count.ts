export interface HookCount {
  readonly inEffect: number;
  /** Not trusted, turned off, or never able to run. */
  readonly notInEffect: number;
}
