import { isIPv4, isIPv6 } from 'node:net';

/**
 * The one normal form of an address as proxies and sockets write it: without port, brackets, quotes and zone,
 * IPv4 out of the IPv6 that carries it, IPv6 in its short form. Null for what is no address.
 */
export function normalAddress(raw: string | null | undefined): string | null {
  const text = (raw ?? '').trim().replace(/^"(.*)"$/, '$1');
  const inBrackets = /^\[([^\]]*)\](:\d{1,5})?$/.exec(text)?.[1];
  const bare = (inBrackets ?? text).replace(/%.*$/, '');
  if (inBrackets !== undefined && !isIPv6(bare)) return null;
  const address = isIPv4(bare) || isIPv6(bare) ? bare : bare.replace(/:\d{1,5}$/, '');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return carriedIPv4(groupsOf(short)) ?? short;
}

/** The eight numbers of an IPv6 address in its short form. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const [left, right] = [numbersOf(head), numbersOf(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<number>(Math.max(0, zeros)).fill(0), ...right];
}

const numbersOf = (part: string): number[] =>
  part
    .split(':')
    .filter(Boolean)
    .map((group) => parseInt(group, 16));

/** Prefixes of 96 bits before an IPv4 address: mapped (::ffff:), translated (::ffff:0:) and NAT64 (64:ff9b::). */
const carriers = new Set(['0:0:0:0:0:65535', '0:0:0:0:65535:0', '100:65435:0:0:0:0']);

function carriedIPv4(groups: readonly number[]): string | null {
  if (!carriers.has(groups.slice(0, 6).join(':'))) return null;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * What counts as one address in every limit: an IPv4 address, or the /64 that one IPv6 household or machine is
 * given. Everything that is no address counts together.
 */
export function addressBlock(ip: string | null | undefined): string {
  const address = normalAddress(ip);
  if (!address) return 'unknown';
  if (isIPv4(address)) return address;
  const network = groupsOf(address).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
