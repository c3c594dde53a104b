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

const hashed = (hashes: readonly string[]): string[] => [
  "'self'",
  ...hashes.map((hash) => `'sha256-${hash}'`),
];

interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The policy of one page that is given to many: a nonce would be known to all of them (security 70). */
export function keptPagePolicy({ scripts, styles }: InlineHashes): string {
  let policy = '';
  const inline = { scriptSrc: hashed(scripts), styleSrc: hashed(styles) };
  const own = { ...commonDirectives, ...inline, connectSrc: ["'self'"] };
  helmet.contentSecurityPolicy({ useDefaults: false, directives: own })(
    {} as never,
    { setHeader: (_: string, value: string) => (policy = value) } as never,
    () => undefined,
  );
  return policy;
}
