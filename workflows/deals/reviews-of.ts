import type { SubTreatment } from '#contracts/consultation';
import type { PublicReview } from '#contracts/deals';
import type { OutcomeDto, PublicOutcomeAnswer } from '#contracts/outcomes';
import { publicReviews } from '#modules/deals';
import { abbreviatedNames } from '#modules/identity';
import { subTreatmentsOf } from '#modules/leads';
import { publicAnswers, readOutcome } from '#modules/outcomes';
import type { Side } from '#platform/base/actor';
import { writeCursor } from '#platform/base/cursor';
import { isAppError } from '#platform/base/errors';
import type { Ctx, CtxOf } from '#platform/context';
import { type ReviewInWords, reviewsInWords } from './review-words';

/** A first review, with stars, or a later one. What was treated is null where the request is gone. */
type ClinicReview = (PublicReview | PublicOutcomeAnswer) & {
  readonly treatment: SubTreatment | null;
  readonly inWords: ReviewInWords;
};

const pageSize = 10;

/**
 * What everybody reads of a clinic, first and later reviews in one list, newest first, under abbreviated names, each with
 * what was treated, and for a reader with an account in their language where they asked for it.
 *
 * @throws AppError `invalid_cursor`
 */
export async function reviewsOf(
  ctx: Ctx,
  asked: { clinicId: string; cursor?: string },
  reader: CtxOf<Side> | null,
): Promise<{ reviews: ClinicReview[]; nextCursor: string | null }> {
  const [first, later] = await Promise.all([publicReviews(ctx, asked), publicAnswers(ctx, asked)]);
  const all = [
    ...first.reviews.map(({ review, ...of }) => ({ said: review, ...of })),
    ...later.answers.map(({ answer, ...of }) => ({ said: answer, ...of })),
  ].toSorted((a, b) => (isOlder(a.said, b.said) ? 1 : -1));
  const page = all.slice(0, pageSize);
  const goesOn = all.length > pageSize || first.nextCursor !== null || later.nextCursor !== null;
  const last = goesOn ? page.at(-1)?.said : undefined;
  const [names, treatments, inWords] = await Promise.all([
    abbreviatedNames(ctx, { ids: [...new Set(page.map((one) => one.patientId))], lock: false }),
    subTreatmentsOf(
      ctx,
      page.map(({ leadId }) => leadId),
    ),
    reviewsInWords(ctx, page, reader),
  ]);
  return {
    reviews: page.map(({ said, patientId, leadId }) => ({
      ...said,
      author: names.get(patientId) ?? null,
      treatment: (treatments.get(leadId) as SubTreatment | undefined) ?? null,
      inWords: inWords.get(said._id) ?? null,
    })),
    nextCursor: last ? writeCursor({ at: new Date(last.createdAt), id: last._id }) : null,
  };
}

interface Placed {
  readonly _id: string;
  readonly createdAt: string;
}

/** In the order of both tables: by time, then by id. */
const isOlder = (a: Placed, b: Placed): boolean =>
  a.createdAt === b.createdAt ? a._id < b._id : a.createdAt < b.createdAt;

/** What became of the treatment of a deal of the acting side; null before it was confirmed, and where nothing is asked. */
export const outcomeOf = (
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
): Promise<OutcomeDto | null> =>
  readOutcome(ctx, { offerId }).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'not_found') return null;
    throw error;
  });
