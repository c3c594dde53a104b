import { isIPv6 } from 'node:net';

/** What counts as one address: an IPv4 address, or the /64 that one IPv6 household or machine is given. */
export function addressBlock(ip: string | null): string {
  if (!ip) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.replace(/%.*$/, '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  const block = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${block.join(':')}::/64`;
}
