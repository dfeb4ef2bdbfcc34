import type { ScopeSettings } from "@snaphook/engine";
import { describe, expect, it } from "vitest";
import { sandboxSettings } from "./sandbox-settings.ts";

const places = { projectDirectory: "/p", home: "/h" };
const settings = (scope: "user" | "project" | "managed", sandbox: unknown): ScopeSettings => ({
  origin: { scope, root: undefined, needsTrust: scope === "project", owner: undefined },
  file: scope === "user" ? "/h/.claude/settings.json" : `/p/.claude/${scope}.json`,
  values: { sandbox },
});

describe("sandbox settings", () => {
  it("T5 lists of all files add up, paths are absolute, and a policy decides flags", () => {
    const user = {
      enabled: true,
      excludedCommands: ["docker"],
      filesystem: { allowWrite: ["~/.cache", "/var/x", "//var/y", "z"], denyRead: ["~/.ssh"] },
    };
    const read = sandboxSettings(
      [
        settings("managed", { enabled: false, failIfUnavailable: false }),
        settings("user", user),
        settings("project", {
          filesystem: { allowWrite: ["./out"] },
          network: { allowedDomains: ["a.org"] },
        }),
      ],
      [],
      places,
    );
    expect(read).toMatchObject({
      enabled: false,
      mayRunWithout: true,
      excludedCommands: ["docker"],
      allowWrite: ["/h/.cache", "/var/x", "/var/y", "/h/.claude/z", "/p/out"],
      denyRead: ["/h/.ssh"],
      allowedDomains: ["a.org"],
      problems: [],
    });
  });

  it("T5 T6 a project that is not trusted can only tighten", () => {
    const untrusted = {
      enabled: true,
      failIfUnavailable: false,
      excludedCommands: ["sh"],
      filesystem: { allowWrite: ["/"], denyWrite: ["src"], denyRead: ["keys"], allowRead: ["/"] },
      network: { allowedDomains: ["*"], deniedDomains: ["b.org"] },
    };
    expect(sandboxSettings([], [settings("project", untrusted)], places)).toMatchObject({
      enabled: true,
      mayRunWithout: false,
      excludedCommands: [],
      allowWrite: [],
      denyWrite: ["/p/src"],
      denyRead: ["/p/keys"],
      allowRead: [],
      allowedDomains: [],
      deniedDomains: ["b.org"],
    });
    const loosening = settings("project", { enabled: false });
    const on = settings("user", { enabled: true });
    expect(sandboxSettings([on], [loosening], places).enabled).toBe(true);
  });

  it("T5 hosts are read in one spelling, and what is no host is named", () => {
    const network = {
      allowedDomains: ["Example.ORG.", "*.npmjs.org", "10.1", "::1", "a.org:443", "*x.org", "a.*"],
      deniedDomains: ["https://evil.example:8443/path", "*.bad.org", "no host"],
      allowLocalBinding: false,
      httpProxyPort: 8080,
    };
    const read = sandboxSettings([settings("user", { network })], [], places);
    expect(read).toMatchObject({
      allowedDomains: ["example.org", "*.npmjs.org", "10.0.0.1", "::1"],
      deniedDomains: ["evil.example", "*.bad.org"],
    });
    const named = (text: string) => `/h/.claude/settings.json: sandbox.network.${text}`;
    const form = "name a host as in example.org, *.example.org or 10.0.0.1";
    expect(read.problems).toEqual([
      ...["a.org:443", "*x.org", "a.*"].map((host) =>
        named(`allowedDomains ignores ${host}: ${form}`),
      ),
      named(`deniedDomains ignores no host: ${form}`),
      named(
        "allowLocalBinding has no effect here: commands can always listen inside the sandbox, where only they connect",
      ),
      named("httpProxyPort has no effect here"),
    ]);
  });

  it("T5 a policy can decide alone which hosts are allowed", () => {
    const user = settings("user", {
      network: { allowedDomains: ["a.org"], allowManagedDomainsOnly: true },
    });
    expect(sandboxSettings([user], [], places).allowedDomains).toEqual(["a.org"]);
    const network = { allowedDomains: ["b.org"], allowManagedDomainsOnly: true };
    const policy = settings("managed", { network });
    expect(sandboxSettings([policy, user], [], places).allowedDomains).toEqual(["b.org"]);
  });

  it("C5 what cannot be used is named", () => {
    const wrong = {
      enabled: "yes",
      autoAllowBashIfSandboxed: true,
      filesystem: { allowWrite: ["src/*"], denyRead: "x" },
      network: 1,
    };
    expect(sandboxSettings([settings("user", wrong)], [], places).problems).toEqual([
      "/h/.claude/settings.json: sandbox.enabled is ignored: it must be true or false",
      "/h/.claude/settings.json: sandbox.autoAllowBashIfSandboxed has no effect here",
      "/h/.claude/settings.json: sandbox.filesystem.allowWrite ignores src/*: name a folder, without wildcards",
      "/h/.claude/settings.json: sandbox.filesystem.denyRead is ignored: it must be a list of paths",
      "/h/.claude/settings.json: sandbox.network has no effect here",
    ]);
    expect(sandboxSettings([settings("user", 1)], [], places).problems).toHaveLength(1);
  });
});
