import net from 'node:net';

/** What kind of address it is: a cloud's own data are link-local, for one. */
export type Range = 'name' | 'loopback' | 'link-local' | 'private' | 'public';

const networks = {
  loopback: ['127.0.0.0/8', '::1/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
} as const;

const familyOf = (address: string) => (net.isIPv6(address) ? 'ipv6' : 'ipv4');

const lists = Object.entries(networks).map(([range, subnets]) => {
  const list = new net.BlockList();
  for (const subnet of subnets) {
    const [address, bits] = subnet.split('/') as [string, string];
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return { range: range as keyof typeof networks, list };
});

/** Says of an address what may be logged of it. */
export function rangeOf(host: string): Range {
  if (!net.isIP(host)) return 'name';
  return lists.find(({ list }) => list.check(host, familyOf(host)))?.range ?? 'public';
}

/** What no host of the public internet has (IANA's registries of special purposes), for IPv4. */
const special = new net.BlockList();
for (const subnet of [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'] as const),
  ...(['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24'] as const),
  ...(['192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'] as const),
  ...(['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'] as const),
]) {
  const [address, bits] = subnet.split('/') as [string, string];
  special.addSubnet(address, Number(bits), 'ipv4');
}

/** Unicast addresses of the internet for IPv6: those that stand for IPv4 ones (mapped, NAT64) are outside of it. */
const unicast = new net.BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');
const specialUnicast = new net.BlockList();
for (const [address, bits] of [
  // Protocol assignments with Teredo, documentation, 6to4 (an IPv4 address inside), AS112.
  ...([['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['2620:4f:8000::', 48], ['3fff::', 20]] as const), // prettier-ignore
])
  specialUnicast.addSubnet(address, bits, 'ipv6');

/** Whether a host of the public internet has this address. False for names, and for whatever else is no address. */
export function isPublicAddress(address: string): boolean {
  // With a zone it is of one machine's own network.
  if (address.includes('%')) return false;
  if (net.isIPv4(address)) return !special.check(address, 'ipv4');
  return (
    net.isIPv6(address) && unicast.check(address, 'ipv6') && !specialUnicast.check(address, 'ipv6')
  );
}
