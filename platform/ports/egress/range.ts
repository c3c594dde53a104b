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
