import { now } from '#platform/clock';
import { transaction } from '#platform/context';
import { after, days } from '#platform/duration';
import { AppError } from '#platform/errors';
import { dispatch } from '#platform/flow';
import { newId } from '#platform/ids';
import { dealFlow } from '../deal.flow.server';
import { isTimeOf, ownDeal, type PartyCtx } from '../repo.server';

/** Further ahead nobody plans; what is meant is another year. */
const furthest = days(2 * 366);

/**
 * The acting side proposes when to meet, an instant (ISO 8601). A proposal that waits for an answer is replaced.
 *
 * @throws AppError `not_found`; `validation_failed` for a time that has passed or lies too far ahead; `event_refused`
 */
export async function proposeTime(
  ctx: PartyCtx,
  { offerId, startsAt, note }: { offerId: string; startsAt: string; note: string | null },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { id } = await ownDeal(tx, offerId);
    const at = await now(tx);
    const instant = new Date(startsAt);
    if (instant <= at || instant > after(at, furthest))
      throw new AppError('validation_failed', {
        fields: { startsAt: ['deals.error.starts_at_range'] },
      });
    await dispatch(tx, dealFlow, {
      id,
      event: {
        type: 'deals.propose',
        timeId: newId(),
        by: ctx.actor.kind,
        startsAt: instant.toISOString(),
      },
      note: note ?? undefined,
    });
  });
}

const answers = { accept: 'deals.accept-time', decline: 'deals.decline-time' } as const;

/**
 * The acting side answers the proposal of the other one.
 *
 * @throws AppError `not_found`; `event_refused` for a proposal of its own, one that waits no longer or whose time has passed
 */
export async function answerTime(
  ctx: PartyCtx,
  { offerId, timeId, answer }: { offerId: string; timeId: string; answer: 'accept' | 'decline' },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { id } = await ownDeal(tx, offerId);
    if (!(await isTimeOf(tx, { dealId: id, timeId }))) throw new AppError('not_found');
    const type = answers[answer];
    await dispatch(tx, dealFlow, { id, event: { type, timeId, by: ctx.actor.kind } });
  });
}
