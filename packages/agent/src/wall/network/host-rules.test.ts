import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalHost,
  hostEntry,
  ownMachineNote,
  whyNotAddress,
  whyNotHost,
} from "./host-rules.ts";

const lists = (allowedDomains: readonly string[], deniedDomains: readonly string[] = []) => ({
  allowedDomains,
  deniedDomains,
});

describe("hosts that commands may reach", () => {
  it.each([
    ["example.org", ["example.org"], [], true],
    ["www.example.org", ["example.org"], [], false],
    ["registry.npmjs.org", ["*.npmjs.org"], [], true],
    ["a.b.npmjs.org", ["*.npmjs.org"], [], true],
    ["npmjs.org", ["*.npmjs.org"], [], false],
    ["evilnpmjs.org", ["*.npmjs.org"], [], false],
    ["npmjs.org.evil.net", ["*.npmjs.org"], [], false],
    ["a.evil.net", ["*"], ["*.evil.net"], false],
    ["other.net", ["*"], ["*.evil.net"], true],
    ["example.org", ["example.org"], ["*"], false],
    ["127.0.0.1", ["*"], ["evil.net"], false],
    ["127.0.0.1", ["127.0.0.1"], [], true],
    ["1.2.3.4", ["*.4", "*.3.4"], [], false],
    ["::1", ["::1"], [], true],
  ])("T5 %s with allowed %j and denied %j: %s", (host, allowed, denied, may) => {
    const why = whyNotHost(host, lists(allowed, denied));
    expect(why === undefined).toBe(may);
    if (!may) expect(why).toMatch(/sandbox\.network\.(?:allowed|denied)Domains/);
  });

  it.each([
    ["EXAMPLE.org.", "example.org"],
    ["2130706433", "127.0.0.1"],
    ["0x7f.1", "127.0.0.1"],
    ["127.1", "127.0.0.1"],
    ["0:0::1", "::1"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["a%2eb", "a.b"],
    ["a@b", undefined],
    ["a/b", undefined],
    ["", undefined],
    ["a b", undefined],
  ])("T5 the host %j is %j", (written, host) => expect(canonicalHost(written)).toBe(host));

  it("T5 a name leads to public addresses only, unless the address is listed too", () => {
    const allowed = lists(["npm.corp", "localhost"]);
    expect(whyNotAddress("93.184.216.34", "npm.corp", allowed)).toBeUndefined();
    for (const address of ["10.1.2.3", "127.0.0.1", "169.254.169.254", "::1", "::ffff:10.1.2.3"])
      expect(whyNotAddress(address, "npm.corp", allowed)).toContain(`its address ${address}`);
    expect(whyNotAddress("10.1.2.3", "npm.corp", lists(["npm.corp", "10.1.2.3"]))).toBeUndefined();
    expect(whyNotAddress("127.0.0.1", "localhost", allowed)).toBeUndefined();
    expect(whyNotAddress("10.1.2.3", "localhost", allowed)).toBeDefined();
    expect(whyNotAddress("1.1.1.1", "a.org", lists(["*"], ["1.1.1.1"]))).toContain("denied");
  });

  it("T5 property: without an entry for it no host passes, and a denied one never does", () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,5}$/);
    const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
    const entry = fc.oneof(
      name,
      name.map((one) => `*.${one}`),
    );
    fc.assert(
      fc.property(name, fc.array(entry), fc.array(entry), (host, allowed, denied) => {
        const matches = (one: string) =>
          one.startsWith("*.") ? host.endsWith(one.slice(1)) : one === host;
        const may = allowed.some(matches) && !denied.some(matches);
        expect(whyNotHost(host, lists(allowed, denied)) === undefined).toBe(may);
      }),
    );
  });

  it("T5 property: an entry that is read stays the same when it is read again", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = hostEntry(text);
        if (once !== undefined) expect(hostEntry(once)).toBe(once);
      }),
    );
  });
});

describe("the note on a failed command that names this machine", () => {
  it.each([
    ["curl -s http://127.0.0.1:38123/", [], true],
    ["curl http://localhost/", ["127.0.0.1"], true],
    ["curl http://[::1]/", [], true],
    ["curl http://localhost/", ["localhost"], false],
    ["curl https://example.org/", [], false],
    ["echo std::1x", [], false],
  ])("%s, allowed: %j", (line, allowed, isNoted) => {
    const note = ownMachineNote(line, allowed);
    expect(note !== undefined).toBe(isNoted);
    if (isNoted) expect(note).toContain("sandbox.network.allowedDomains does not contain");
  });
});
