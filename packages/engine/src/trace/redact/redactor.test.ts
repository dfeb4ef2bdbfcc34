import { describe, expect, it } from "vitest";
import { growthOf } from "../../../../../scripts/testing/work-of.ts";
import { redactor } from "./redactor.ts";
import { secretValues } from "./secret-values.ts";

const { text: redact } = redactor([]);

describe("redactor", () => {
  it.each([
    ["export TOKEN=hunter2", "export TOKEN=[redacted]"],
    ["export TOKEN='hunter2 hunter2'; ls", "export TOKEN=[redacted]; ls"],
    ['GITHUB_TOKEN="hunter2" gh pr list', "GITHUB_TOKEN=[redacted] gh pr list"],
    ["DB_PASS=hun'ter2'\\ hunter2 psql", "DB_PASS=[redacted] psql"],
    ["PGPASSWORD=hunter2 psql -U me", "PGPASSWORD=[redacted] psql -U me"],
    ["$env:API_KEY = 'hunter2'", "$env:API_KEY = [redacted]"],
    ["set -gx AWS_SECRET_ACCESS_KEY hunter2", "set -gx AWS_SECRET_ACCESS_KEY [redacted]"],
    ["login --password=hunter2 --user me", "login --password=[redacted] --user me"],
    ["login --password hunter2 --user me", "login --password [redacted] --user me"],
    ['login --api-key "hunter2 x" now', "login --api-key [redacted] now"],
    ["sshpass -p hunter2 ssh host", "sshpass -p [redacted] ssh host"],
    ["mysql -u root -phunter2 db", "mysql -u root -p[redacted] db"],
    ["mysql -h mysql.example -phunter2 db", "mysql -h mysql.example -p[redacted] db"],
    ["docker login -u me -p hunter2", "docker login -u me -p [redacted]"],
    ["curl -u me:hunter2 https://x.example", "curl -u me:[redacted] https://x.example"],
    [
      "machine x.example login me password hunter2",
      "machine x.example login me password [redacted]",
    ],
    ["curl -H 'Authorization: Bearer hunter2' x", "curl -H 'Authorization: [redacted]' x"],
    ['curl -H "X-Api-Key: hunter2" x', 'curl -H "X-Api-Key: [redacted]" x'],
    ["Cookie: a=hunter2; b=hunter2\nHost: x", "Cookie: [redacted]\nHost: x"],
    ["sent Bearer hunter2.", "sent Bearer [redacted]"],
    ["sent Basic aHVudGVyMg==", "sent Basic [redacted]"],
    ['{"password": "hunter2", "user": "me"}', '{"password": [redacted], "user": "me"}'],
    ['{"password":"hun\\"ter2","user":"me"}', '{"password":[redacted],"user":"me"}'],
    [
      '"{\\"clientSecret\\":\\"hunter2\\",\\"a\\":1}"',
      '"{\\"clientSecret\\":[redacted],\\"a\\":1}"',
    ],
    ["password: hunter2 hunter2\nuser: me", "password: [redacted]\nuser: me"],
    ["const apiKey = `x`; secret => 'hunter2'", undefined],
    ["wss://me:hunter2@host.example/path", "wss://[redacted]@host.example/path"],
    ["postgres://me:hun@ter2@host/db", "postgres://[redacted]@host/db"],
    [
      "https://x.example/?a=1&access_token=hunter2&b=2",
      "https://x.example/?a=1&access_token=[redacted]&b=2",
    ],
    ["https://x.example/?key=hunter2#top", "https://x.example/?key=[redacted]#top"],
    [
      "https://s3.example/x?X-Amz-Signature=hunter2&y=1",
      "https://s3.example/x?X-Amz-Signature=[redacted]&y=1",
    ],
    ["Server=db;Pwd=hunter2;Port=1", "Server=db;Pwd=[redacted];Port=1"],
  ])("T3 %s", (text, expected) => {
    const clean = redact(text);
    expect(clean).not.toMatch(/hunter2|aHVudGVyMg/);
    if (expected !== undefined) expect(clean).toBe(expected);
  });

  it.each([
    "sk-ant-api03-abcdefghijklmnop",
    "sk_live_abcdefghijkl",
    `ghp_${"a1".repeat(18)}`,
    `github_pat_${"a1".repeat(18)}`,
    "glpat-abcdefghijklmnopqrst",
    "AKIAIOSFODNN7EXAMPLE",
    "xoxb-123456789012-abcdefghijkl",
    `AIza${"Sy".repeat(18)}`,
    `npm_${"a1".repeat(18)}`,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXkt",
  ])("T3 a secret by its shape: %s", (secret) => {
    expect(redact(`before ${secret}`)).toBe("before [redacted]");
    expect(redact(`"${secret}"`)).not.toContain(secret);
  });

  it.each([
    "ls -la && git commit -m 'add tokens to the parser'",
    "mkdir -p build; ssh -p 22 host; docker run -u 1000:1000 image",
    "max_tokens=4096 input_tokens: 17",
    '{"max_tokens": 4096, "usesPassword": true, "token": null}',
    "src/auth/token.ts:12:5 - error TS2322: not assignable",
    "token.ts: 3 problems",
    "PWD=/srv/main OLDPWD=/srv",
    "https://example.test/path?page=2&sort=name",
    "git@github.com:owner/name.git",
    "Basic information about bearers",
    "the secretary passed the exam",
  ])("T3 keeps what is not a secret: %s", (text) => expect(redact(text)).toBe(text));

  it("T3 removes known values everywhere, also escaped", () => {
    const value = 'Tr0ub4dor&3 "x"';
    const { text } = redactor([value]);
    expect(text(`it was ${value}!`)).toBe("it was [redacted]!");
    expect(text(`in ${JSON.stringify({ a: value })}`)).toBe('in {"a":"[redacted]"}');
    expect(text(`at https://x.example/${encodeURIComponent(value)}`)).toBe(
      "at https://x.example/[redacted]",
    );
  });

  it("T3 knows the host's credentials, and variables that are secrets by name, but no paths", () => {
    const variables = {
      ANTHROPIC_KEY: "abcd",
      MY_TOKEN: "0123456789",
      SHORT_TOKEN: "abc",
      SSH_AUTH_SOCK: "/tmp/agent.sock",
      HOME: "/home/me-and-you",
      MAX_TOKENS: "1234567890",
      EMPTY: undefined,
    };
    expect(secretValues([variables], ["ANTHROPIC_KEY"])).toEqual(["abcd", "0123456789"]);
  });

  it.each([
    "a",
    "-",
    '"',
    "\\",
    "token",
    "token=",
    'token="\\',
    "token: [",
    "--token ",
    "pass_",
    "://",
    "ftp://a@",
    "?key=",
    "eyJ.",
    "-----BEGIN PRIVATE KEY-----",
    " -p ",
    "-u a:",
    "mysql ",
    "docker login ",
    "set -x ",
    "login a password ",
  ])("T3 needs twice the work for twice the text: %j", async (part) => {
    const read = (size: number) => redact(part.repeat(size / part.length));
    expect(await growthOf(4000, read)).toBeLessThan(2.2);
  });
});
