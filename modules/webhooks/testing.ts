import type { Ctx } from '#platform/context';
import { newId } from '#platform/base/ids';
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
