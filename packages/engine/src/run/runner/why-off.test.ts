import { spawn } from "node:child_process";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { systemClock } from "../clock.ts";
import { isAlwaysOn, type RunnerChoice, whyOff } from "./why-off.ts";

const variable = `${brand.environmentPrefix}RUNNER`;
const node = { platform: "linux", execPath: "/usr/bin/node", versions: { node: "24.0.0" } };

describe("the runner is off", () => {
  it.each<[string, RunnerChoice, string]>([
    ["if the host says so", { runner: false }, "the host turned it off"],
    ["if the variable is off", { env: { [variable]: "off" }, runner: true }, `${variable} is off`],
    [
      "if the variable has no valid value",
      { env: { [variable]: "maybe" } },
      `${variable} is "maybe"; it must be on or off`,
    ],
    ["in a host with its own spawn", { spawn }, "the host starts processes with its own spawn"],
    ["in a host with its own clock", { clock: { ...systemClock } }, "the host has its own clock"],
  ])("%s", (_, choice, because) => {
    expect(whyOff({ env: {}, ...choice }, node)).toBe(because);
  });

  it.each([
    ["on another system", { platform: "darwin" }, "it is used on Linux only"],
    ["in a packed application", { execPath: "/opt/app/agent" }, "/opt/app/agent is not Node"],
    [
      "in another runtime",
      { execPath: "/usr/bin/node", versions: { node: "24.0.0", bun: "1.3.0" } },
      "/usr/bin/node is not Node",
    ],
  ])("%s", (_, more, because) => {
    expect(whyOff({ env: {} }, { ...node, ...more })).toBe(because);
  });
});

describe("the runner can be used", () => {
  it.each(["node", "nodejs", "node22", "node-24.1"])("in a host started with %s", (name) => {
    expect(whyOff({ env: {} }, { ...node, execPath: `/usr/bin/${name}` })).toBeUndefined();
  });

  it("in Electron, which has a switch to run as Node", () => {
    const electron = { execPath: "/opt/app/app", versions: { electron: "40.0.0" } };
    expect(whyOff({ env: {} }, { ...node, ...electron })).toBeUndefined();
  });

  it("however small the host is, if the host or the variable says so", () => {
    expect(isAlwaysOn({ env: {} })).toBe(false);
    expect(isAlwaysOn({ env: {}, runner: true })).toBe(true);
    expect(isAlwaysOn({ env: { [variable]: "on" } })).toBe(true);
  });
});
