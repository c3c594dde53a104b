import { Resolver } from 'node:dns/promises';
import { seconds, type Duration } from '../../base/duration';
import { isPublicAddress } from '../egress/range';

/** Whom the courier can reach. Production has {@link publicReach}, which no setting changes; a test passes its own. */
export interface Reach {
  /** The addresses of a name, those to be tried first in front; empty where it has none. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  readonly isAllowed: (address: string) => boolean;
  readonly port: number;
  /** For a whole try, from the first question to a name server to the last byte of an answer. */
  readonly patience: Duration;
  /** Certificates that are believed instead of the usual ones; PEM. */
  readonly ca?: string;
}

const patienceForNames = seconds(3);

/** Asks the name servers alone: the machine's own list of hosts leads no stranger to it. */
async function addressesOf(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: patienceForNames, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
}

/** Port 443 of hosts of the public internet. */
export const publicReach: Reach = {
  resolve: addressesOf,
  isAllowed: isPublicAddress,
  port: 443,
  patience: seconds(10),
};
