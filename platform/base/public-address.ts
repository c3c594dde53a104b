/** Names that lead to this machine or stay in a private network, whatever a resolver says of them. */
const privateNames =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa|onion)$/;

const longest = 500;

/**
 * Why an address that a customer names cannot be dialled, as a word; null where nothing speaks against it. Only the text
 * is looked at: where the name leads is looked at when it is dialled. `new URL` turns every way to write a number
 * (decimal, octal, hex, fewer than four parts) into four parts or brackets, so that one rule refuses them all.
 */
export function faultOfPublicAddress(
  text: string,
): 'address' | 'https' | 'user' | 'port' | 'name' | null {
  if (text.length > longest || !URL.canParse(text)) return 'address';
  const { protocol, username, password, port, hostname, hash } = new URL(text);
  if (protocol !== 'https:') return 'https';
  if (username || password) return 'user';
  if (port !== '') return 'port';
  if (hash !== '') return 'address';
  const name = hostname.replace(/\.$/, '').toLowerCase();
  const isNumber = name.startsWith('[') || /(^|\.)(\d+|0x[0-9a-f]*)$/.test(name);
  return isNumber || !name.includes('.') || privateNames.test(name) ? 'name' : null;
}
