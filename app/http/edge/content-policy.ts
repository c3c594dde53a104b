import helmet from 'helmet';

/** What every policy says, whatever it lets run. */
export const commonDirectives = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  workerSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
};

/** The policy of one page that is given to many, by the hashes of its styles: a nonce would be known to all (security 70). */
export function keptPagePolicy(styles: readonly string[]): string {
  let policy = '';
  const own = {
    ...commonDirectives,
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", ...styles.map((hash) => `'sha256-${hash}'`)],
    connectSrc: ["'self'"],
  };
  helmet.contentSecurityPolicy({ useDefaults: false, directives: own })(
    {} as never,
    { setHeader: (_: string, value: string) => (policy = value) } as never,
    () => undefined,
  );
  return policy;
}
