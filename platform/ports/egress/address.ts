/** Where a connection goes, in the one form in which two are compared. */
export const addressOf = (host: string, port: number | string): string =>
  `${host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()}:${port}`;

const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Where a client of this URL connects to. */
export function addressOfUrl(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return addressOf(hostname, port || usualPorts[protocol]!);
}
