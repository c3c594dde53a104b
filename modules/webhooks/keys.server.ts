import { sealedPlace, type SealedPlace } from '#platform/database/sealed-columns';
import { receiver } from './tables.server';

/** Each column of this module that holds a ciphertext. */
export const sealedPlaces: readonly SealedPlace[] = (
  ['secretCipher', 'previousCipher'] as const
).map((property) =>
  sealedPlace(`webhooks.receiver.${property === 'secretCipher' ? 'secret' : 'previous'}_cipher`, {
    setting: 'COURIER_CIPHER_KEYS',
    table: receiver,
    property,
    boundTo: receiver.id,
  }),
);
