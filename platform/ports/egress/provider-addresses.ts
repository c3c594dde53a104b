import type { Env } from '../../config/env';
import { addressOf, addressOfUrl } from './address';

/** Whom a round to the provider may dial: the issuer's host and those that the settings name besides. */
export const providerAddresses = ({ OIDC_ISSUER, OIDC_HOSTS = [] }: Env): string[] =>
  OIDC_ISSUER ? [addressOfUrl(OIDC_ISSUER), ...OIDC_HOSTS.map(addressOfHost)] : [];

function addressOfHost(host: string): string {
  const { hostname, port } = new URL(`https://${host}`);
  return addressOf(hostname, port || 443);
}
