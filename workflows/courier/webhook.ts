import { Webhook } from 'standardwebhooks';
import type { ClaimedDelivery } from '#modules/webhooks';
import { unseal } from '#platform/config/sealed';
import type { Parcel } from '#platform/ports/courier';

/**
 * One try of a webhook, by the specification of Standard Webhooks: each secret that holds signs the same text, whose time
 * is that of the try. Throws when no key of the list opens a secret.
 */
export function webhookParcel(
  { id, receiverId, url, at, ...delivery }: ClaimedDelivery,
  keys: readonly string[],
): Parcel {
  const { secretCipher, previousCipher, type, ids, happenedAt } = delivery;
  const body = JSON.stringify({ type, timestamp: happenedAt.toISOString(), data: ids });
  const signatures = [secretCipher, previousCipher]
    .filter((cipher) => cipher !== null)
    .map((cipher) => new Webhook(unseal(keys, receiverId, cipher)).sign(id, at, body));
  return {
    url: url!,
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
