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

/** The policy of one page that is given to many: a nonce would be known to all of them (security 70). */
export function keptPagePolicy(scriptHashes: readonly string[]): string {
  let policy = '';
  const scriptSrc = ["'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)];
  const own = { ...commonDirectives, scriptSrc, styleSrc: ["'self'"], connectSrc: ["'self'"] };
  helmet.contentSecurityPolicy({ useDefaults: false, directives: own })(
    {} as never,
    { setHeader: (_: string, value: string) => (policy = value) } as never,
    () => undefined,
  );
  return policy;
}
