import { BlockList, isIP } from "node:net";

/**
 * H4: addresses where clouds serve credentials, in every notation. `BlockList`
 * itself handles IPv4 addresses in `::ffff:0:0/96`; other notations are listed.
 */
const forbidden = new BlockList();
forbidden.addSubnet("169.254.0.0", 16, "ipv4");
forbidden.addSubnet("fe80::", 10, "ipv6");
// 169.254.0.0/16 as an IPv4-compatible, translated (two forms), NAT64 and 6to4 address.
forbidden.addSubnet("::a9fe:0", 112, "ipv6");
forbidden.addSubnet("::ffff:0:a9fe:0", 112, "ipv6");
forbidden.addSubnet("64:ff9b::a9fe:0", 112, "ipv6");
forbidden.addSubnet("64:ff9b:1::a9fe:0", 112, "ipv6");
forbidden.addSubnet("2002:a9fe::", 32, "ipv6");
// The same service over IPv6, where it has an address outside the link-local range.
forbidden.addAddress("fd00:ec2::254", "ipv6");
forbidden.addAddress("fd20:ce::254", "ipv6");

/** Whether an address, with or without a zone, must never be contacted. */
export function isLinkLocal(address: string): boolean {
  const [plain = ""] = address.split("%");
  const version = isIP(plain);
  return version !== 0 && forbidden.check(plain, version === 4 ? "ipv4" : "ipv6");
}
