import { createECDH, randomBytes } from 'node:crypto';
import type { Side } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { newId, sha256 } from '#platform/base/ids';
import { sqlNow } from '#platform/time/clock';
import { delivery, receiver } from './tables.server';

/** An endpoint of a clinic, with a delivery that was made; nothing can be opened with its secret. */
export async function usedEndpoint(
  { db }: Ctx,
  clinicId: string,
): Promise<{ endpoint: string; delivery: string }> {
  const [endpoint, made] = [newId(), newId()];
  await db.insert(receiver).values({
    ...{ id: endpoint, kind: 'webhook', clinicId, url: 'https://hooks.clinic.com/', events: [] },
    ...{ state: 'on', secretCipher: Buffer.from('x'), createdAt: sqlNow, onSince: sqlNow },
  });
  await db.insert(delivery).values({
    ...{ id: made, receiverId: endpoint, clinicId, type: 'offer.expired', thing: newId(), ids: {} },
    ...{ happenedAt: sqlNow, state: 'delivered', tries: 1, dueAt: sqlNow, endedAt: sqlNow },
  });
  return { endpoint, delivery: made };
}

/** A browser of a patient, or of who holds the account of a clinic; nothing can be sent there. Returns its id. */
export async function someBrowser(
  { db }: Ctx,
  { kind: readerType, id: readerId }: { readonly kind: Side; readonly id: string },
): Promise<string> {
  const id = newId();
  await db.insert(receiver).values({
    ...{ id, kind: 'push', events: [], state: 'on', secretCipher: Buffer.from('x') },
    ...{ createdAt: sqlNow, onSince: sqlNow, readerType, readerId, personId: readerId },
    ...{ sessionId: newId(), maker: 'google', addressHash: sha256(id) },
  });
  return id;
}

/** What a browser says of a subscription to a push service that never was asked. */
export function someSubscription() {
  const pair = createECDH('prime256v1');
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${newId()}`,
    p256dh: pair.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}
