import { userInfo } from "node:os";
import { afterEach, expect, it, vi } from "vitest";
import { homeFolder } from "./home-folder.ts";
import { resolveSources } from "./sources.ts";

afterEach(() => vi.unstubAllEnvs());

it("T1 an empty HOME is not the project", () => {
  vi.stubEnv("HOME", "");
  expect(homeFolder()).toBe(userInfo().homedir);
  expect(resolveSources({ cwd: "/project" }).home).toBe(userInfo().homedir);
});

it("C1 HOME is the user's home", () => {
  vi.stubEnv("HOME", "/home/somebody");
  expect(homeFolder()).toBe("/home/somebody");
});
