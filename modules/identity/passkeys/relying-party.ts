import type { Env } from '#platform/config/env';

/** Ed25519, ES256 and RS256 as COSE numbers them: what the passkeys of today speak. */
export const algorithms = [-8, -7, -257];

/** Who passkeys are made for: the host of our address, and the origins that count as ours. */
export const relyingParty = ({ PUBLIC_URL, origins }: Env) => ({
  rpID: new URL(PUBLIC_URL).hostname,
  expectedOrigin: [...origins],
});
