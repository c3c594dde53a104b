import { sealedPlace, type SealedPlace } from '#platform/process/sealed-columns';
import { receiver } from './tables.server';

const place = { setting: 'COURIER_CIPHER_KEYS', table: receiver, boundTo: receiver.id } as const;

/** Each column of this module that holds a ciphertext. */
export const sealedPlaces: readonly SealedPlace[] = [
  sealedPlace('webhooks.receiver.secret_cipher', { ...place, property: 'secretCipher' }),
  sealedPlace('webhooks.receiver.previous_cipher', { ...place, property: 'previousCipher' }),
];
