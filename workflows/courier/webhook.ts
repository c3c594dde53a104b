import { Webhook } from 'standardwebhooks';
import type { ClaimedDelivery } from '#modules/webhooks';
import { unseal } from '#platform/config/sealed';
import type { Parcel } from '#platform/ports/courier';

/** What the courier has for making parcels: the keys of what they are signed with, and the time of the try. */
export interface Making {
  readonly keys: readonly string[];
  readonly at: Date;
}

/**
 * One try of a webhook, by the specification of Standard Webhooks: each secret that holds signs the same text, whose time
 * is that of the try. Throws when no key of the list opens a secret.
 */
export function webhookParcel(
  { id, receiverId, url, secretCipher, previousCipher, type, ids, happenedAt }: ClaimedDelivery,
  { keys, at }: Making,
): Parcel {
  const body = JSON.stringify({ type, timestamp: happenedAt.toISOString(), data: ids });
  const signatures = [secretCipher, previousCipher]
    .filter((cipher) => cipher !== null)
    .map((cipher) => new Webhook(unseal(keys, receiverId, cipher)).sign(id, at, body));
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'clinic-courier/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    },
  };
}
