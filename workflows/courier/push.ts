import webPush from 'web-push';
import { type ClaimedDelivery, pushLifetime, pushMakerOf } from '#modules/webhooks';
import { inSeconds } from '#platform/base/duration';
import { publicPointOf } from '#platform/config/push-keys';
import { unseal } from '#platform/config/sealed';
import type { Parcel } from '#platform/ports/courier';

/** As whom push services are spoken to (RFC 8292). */
export interface PushIdentity {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Where they can write to: an address of a page, or `mailto:`. */
  readonly subject: string;
}

/** Of the courier's settings; null where it may not push. */
export function identityOf({
  PUSH_PRIVATE_KEY: privateKey,
  PUSH_CONTACT: contact,
}: {
  readonly PUSH_PRIVATE_KEY?: string;
  readonly PUSH_CONTACT?: string;
}): PushIdentity | null {
  const publicKey = privateKey && publicPointOf(privateKey);
  if (!publicKey || !contact) return null;
  const subject = contact.startsWith('https:') ? contact : `mailto:${contact}`;
  return { publicKey, privateKey, subject };
}

/** What a browser is sent. Its words and pages are the background worker's own. */
interface Payload {
  /** The side that reads it, and the kind of the notification: `clinic.offers.accepted`. */
  readonly kind: string;
  /** What its page is about. */
  readonly id?: string;
}

/**
 * One try of a push, encrypted for its browser (RFC 8291): kind and id. Throws when no key of the list opens the address, and
 * where that is at no push service that is known.
 */
export function pushParcel(
  { receiverId, secretCipher, type, ids }: ClaimedDelivery,
  keys: readonly string[],
  vapidDetails: PushIdentity,
): Parcel {
  const sealed = unseal(keys, receiverId, secretCipher);
  const { endpoint, ...rest } = JSON.parse(sealed) as Record<
    'endpoint' | 'p256dh' | 'auth',
    string
  >;
  if (!pushMakerOf(endpoint)) throw new Error('not at a push service that is known');
  const { id } = ids;
  const payload: Payload = id ? { kind: type, id } : { kind: type };
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: rest },
    JSON.stringify(payload),
    { vapidDetails, TTL: inSeconds(pushLifetime), contentEncoding: 'aes128gcm', urgency: 'normal' },
  );
  const { 'Content-Length': _length, ...named } = headers as Record<string, unknown>;
  const texts = Object.entries(named).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    url: endpoint,
    body: body as Buffer,
    headers: { 'user-agent': 'clinic-courier/1', ...(Object.fromEntries(texts) as object) },
  };
}
