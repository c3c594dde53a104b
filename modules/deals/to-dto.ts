import { agreedPrice } from './price';
import type { DealFields, DealSummary, ReviewDto } from './dto';
import {
  acceptedPriceOf,
  type confirmationsOf,
  type DealRow,
  type ReviewRow,
  type teamMessagesOf,
  type timesOf,
} from './repo.server';
import { otherSide, type DealAction, type Side } from './status';
import { hasBegun } from './wall-time';

type Times = Awaited<ReturnType<typeof timesOf>>;
type Confirmations = Awaited<ReturnType<typeof confirmationsOf>>;

/** What belongs to one deal. */
export interface DealRows {
  readonly deal: DealRow;
  readonly times: Times;
  readonly confirmations: Confirmations;
  readonly fromTeam: Awaited<ReturnType<typeof teamMessagesOf>>;
  readonly review: ReviewRow | null;
  readonly now: Date;
}

export const toReview = (row: ReviewRow): ReviewDto => ({
  _id: row.id,
  stars: row.stars,
  text: row.text,
  masked: row.masked,
  createdAt: row.createdAt.toISOString(),
  answer:
    row.answer !== null && row.answeredAt !== null
      ? {
          text: row.answer,
          masked: row.answerMasked ?? [],
          createdAt: row.answeredAt.toISOString(),
        }
      : null,
  answerRemoved: row.answerRemovedBecause,
});

export const toSummary = (row: DealRow): DealSummary => ({
  _id: row.offerId,
  leadId: row.leadId,
  patientId: row.patientId,
  clinicId: row.clinicId,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  scheduledFor: row.scheduledFor?.toISOString() ?? null,
  priceSealed: sealedOf(row),
});

const toTeamMessage = ({ id, text, createdAt }: DealRows['fromTeam'][number]) => ({
  _id: id,
  text,
  createdAt: createdAt.toISOString(),
});

const sealedOf = (row: DealRow) => acceptedPriceOf(row).sealed;

/** A deal in the eyes of one of its sides. */
export function toDeal(as: Side, rows: DealRows): DealFields {
  const { deal, times, confirmations } = rows;
  const treated = {
    patient: saidBy('patient', confirmations),
    clinic: saidBy('clinic', confirmations),
  };
  const review = rows.review && rows.review.removedAt === null ? toReview(rows.review) : null;
  return {
    _id: deal.offerId,
    leadId: deal.leadId,
    clinicId: deal.clinicId,
    as,
    status: deal.status,
    createdAt: deal.createdAt.toISOString(),
    times: times.map(({ id, from, startsAt, note, status, createdAt }) => ({
      ...{ _id: id, from, note, status },
      startsAt: startsAt.toISOString(),
      createdAt: createdAt.toISOString(),
    })),
    scheduledFor: deal.scheduledFor?.toISOString() ?? null,
    treated,
    treatedAt: deal.treatedAt?.toISOString() ?? null,
    priceSealed: sealedOf(deal),
    priceAccepted: { ...sealedOf(deal), amountCents: acceptedPriceOf(deal).totalCents },
    priceFinal: deal.treatedAt && priceOnly(agreedPrice([treated.patient, treated.clinic])),
    ...standing(deal),
    fromTeam: rows.fromTeam.map(toTeamMessage),
    review,
    reviewRemoved: rows.review?.removedBecause ?? null,
    actions: actionsOf(as, rows),
  };
}

const priceOnly = (price: ReturnType<typeof agreedPrice>) =>
  price && { amountCents: price.amountCents, currency: price.currency };

function standing(deal: DealRow): Pick<DealFields, 'denied' | 'still' | 'cancelled'> {
  const { deniedAt, deniedBy, stillSince, stillBecause, cancelledAt, cancelledBy, cancelCode } =
    deal;
  return {
    denied:
      deniedAt && deniedBy
        ? { by: deniedBy, at: deniedAt.toISOString(), reason: deal.denialReason }
        : null,
    still:
      stillSince && stillBecause
        ? { because: stillBecause, since: stillSince.toISOString() }
        : null,
    cancelled:
      cancelledAt && cancelledBy && cancelCode
        ? {
            by: cancelledBy,
            code: cancelCode,
            reason: deal.cancelReason,
            at: cancelledAt.toISOString(),
          }
        : null,
  };
}

function saidBy(side: Side, said: Confirmations): DealFields['treated']['patient'] {
  const found = said.find((one) => one.side === side);
  if (!found) return null;
  const { amountCents, currency, reason, at, treatedOn } = found;
  return { amountCents, currency, reason, at: at.toISOString(), treatedOn };
}

/** What the machine would take of a side now. */
export function actionsOf(
  as: Side,
  { deal, times, confirmations, review, now }: DealRows,
): DealAction[] {
  const { phase, scheduledFor } = deal;
  const over = scheduledFor !== null && scheduledFor <= now;
  const said = confirmations.some(({ side }) => side === as);
  const agreeing = ['accepted', 'scheduled', 'disputed'].includes(phase);
  const waiting = times.find(({ status }) => status === 'proposed');
  const may: Record<DealAction, boolean> = {
    'propose-time': agreeing,
    'answer-time': agreeing && waiting?.from === otherSide(as),
    confirm: !said && !['reviewed', 'cancelled'].includes(phase) && hasBegun(scheduledFor, now),
    deny: (phase === 'scheduled' && over) || (phase === 'confirming' && !said),
    review: phase === 'treated' && as === 'patient',
    'answer-review':
      as === 'clinic' && review !== null && review.removedAt === null && review.answeredAt === null,
    cancel: phase === 'accepted' || (phase === 'scheduled' && !over),
  };
  return (Object.keys(may) as DealAction[]).filter((action) => may[action]);
}
