import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { publish } from '#platform/events';
import { isId, newId } from '#platform/ids';
import { announce } from '#platform/live';
import { dealChanged } from '../contract';
import { teamFacts } from '../facts';
import { deal, teamMessage } from '../tables.server';

interface Written {
  /** The deal's own id. */
  readonly id: string;
  /** For both sides; 1 to 1,000 characters. */
  readonly text: string;
}

/**
 * Staff write to both sides of a deal at once, however it stands. Both are told that there is something to read, and read
 * it on the deal's page: the same words, so that neither is told anything else than the other.
 *
 * @throws AppError `not_found`
 */
export async function writeToBothSides(
  ctx: Ctx<ActorOf<'staff'>>,
  { id, text }: Written,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [row] = isId(id) ? await tx.db.select().from(deal).where(eq(deal.id, id)) : [];
    if (!row) throw new AppError('not_found');
    const { offerId, leadId, patientId, clinicId, status } = row;
    const messageId = newId();
    await tx.db.insert(teamMessage).values({
      ...{ id: messageId, dealId: id, staffId: ctx.actor.id, text, createdAt: sqlNow },
    });
    const object = { type: 'deal', id };
    await audit(tx, { action: 'deals.write-to-both', object, facts: { messageId } });
    const parties = { offerId, leadId, patientId, clinicId };
    await publish(tx, teamFacts['deals.team-wrote'], { ...parties, messageId });
    const data = { offerId, leadId, status };
    await announce(tx, `patient:${patientId}`, { type: dealChanged, data });
    await announce(tx, `clinic:${clinicId}`, { type: dealChanged, data });
  });
}
