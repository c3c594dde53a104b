import type { Env } from '#platform/config/env';
import { readSignedId, signId } from '#platform/config/signed-id';

type Keys = Pick<Env, 'OTP_HMAC_KEYS'>;
const purpose = 'email-link';

/** What a mail carries of a link: its row, signed. */
export const linkTokenOf = (keys: Keys, id: string): string => signId(keys, purpose, id);

/** The row of a link; null when none of our keys signed it. */
export const readLinkToken = (keys: Keys, token: string): string | null =>
  readSignedId(keys, purpose, token);
