import type { Env } from '../config/env';
import { providerAddresses } from './egress/provider-addresses';
import type { SignInProvider } from './sign-in-provider';

/** Where a browser comes back to from the provider: one address of ours, whatever was asked. */
const returnPath = '/admin/provider-return';

/** The provider that the settings name; null where they name none. Its library is loaded with the first round. */
export function openSignInProvider(env: Env): SignInProvider | null {
  const { OIDC_ISSUER: issuer } = env;
  if (!issuer) return null;
  let opened: Promise<SignInProvider> | undefined;
  const open = async () =>
    (await import('./sign-in-provider/openid.server')).openIdProvider({
      issuer,
      clientId: env.OIDC_CLIENT_ID!,
      clientSecret: env.OIDC_CLIENT_SECRET!,
      scope: env.OIDC_SCOPE,
      groupsClaim: env.OIDC_GROUPS_CLAIM,
      redirectUri: env.PUBLIC_URL + returnPath,
      addresses: providerAddresses(env),
    });
  return {
    issuer,
    begin: async (secrets) => (await (opened ??= open())).begin(secrets),
    finish: async (secrets, answer) => (await (opened ??= open())).finish(secrets, answer),
  };
}
