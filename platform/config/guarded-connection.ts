/**
 * Whether the connection is encrypted and the server's certificate checked, or never leaves this machine.
 * `pg` takes `require`, `verify-ca` and `verify-full` alike: it checks. A socket's address has no host, which a
 * URL may not.
 */
export function isGuardedConnection(url: string): boolean {
  const { hostname, searchParams } = new URL(url.replace('@/', '@localhost/'));
  const host = searchParams.get('host') ?? hostname;
  if (
    host === '' ||
    host.startsWith('/') ||
    /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host)
  )
    return true;
  return /^(require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '');
}
