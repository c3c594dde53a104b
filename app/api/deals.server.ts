import {
  addCarePhotoCall,
  agreeToCareCall,
  answerCheckInCall,
  giveRecordCall,
  handoverFhirCall,
  handoverPdfCall,
  readCareCall,
  replyToCheckInCall,
  shareCarePhotosCall,
  stopCareCall,
} from '#contracts/aftercare';
import {
  acceptTimeCall,
  answerReviewCall,
  calendarCall,
  cancelDealCall,
  declineTimeCall,
  notTreatedCall,
  proposeTimeCall,
  readDealCall,
  reportReviewCall,
  treatedCall,
  writeReviewCall,
} from '#contracts/deals';
import { replyToCheckIn } from '#modules/aftercare';
import { answerOutcomeCall, readOutcomeCall, reportOutcomeCall } from '#contracts/outcomes';
import {
  answerReview,
  answerTime,
  cancelDeal,
  denyTreatment,
  isOwnDeal,
  isOwnReview,
  reportReview,
  writeReview,
} from '#modules/deals';
import { answerOutcome, isOwnOutcome, readOutcome, reportAnswer } from '#modules/outcomes';
import type { ActorOf, Side } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import { actAs, type CtxOf } from '#platform/context';
import {
  addAftercarePhoto,
  agreeToAftercare,
  answerAftercare,
  confirmWithRecord,
  giveTreatmentRecord,
  proposeTime,
  readAftercare,
  readDealOf,
  shareAftercarePhotos,
  stopAftercare,
} from '#workflows';
import { handoverFile, handoverJson } from '#app/aftercare/handover.server';
import { calendarOf } from '#app/deals/calendar.server';
import { asParty, endpoint } from '#app/http/api.server';
import { ownersOf } from '#app/http/session.server';

interface Asked {
  readonly params: { readonly id: string };
  readonly query: { readonly as?: string };
}

/** `?as=` says who is meant where a deal is of both people of one browser. */
const { principal } = asParty;

const sideOfDeal = (ctx: CtxOf<Side>, { params, query }: Asked, request: Request) =>
  actingSide(ctx, request, { as: query.as, isOwn: (side) => isOwnDeal(side, params.id) });

/** Does something to a deal as the side that it belongs to, and answers the deal. */
async function deal(
  ctx: CtxOf<Side>,
  asked: Asked,
  request: Request,
  act: (side: CtxOf<Side>, offerId: string) => Promise<unknown> = () => Promise.resolve(),
) {
  const side = await sideOfDeal(ctx, asked, request);
  await act(side, asked.params.id);
  return { deal: await readDealOf(side, { offerId: asked.params.id }) };
}

const times = [
  endpoint(
    proposeTimeCall,
    (ctx, input, { request }) =>
      deal(ctx, input, request, (side, offerId) => proposeTime(side, { offerId, ...input.body })),
    { principal },
  ),
  ...([acceptTimeCall, declineTimeCall] as const).map((call) =>
    endpoint(
      call,
      (ctx, input, { request }) =>
        deal(ctx, input, request, (side, offerId) => {
          const answer = call === acceptTimeCall ? 'accept' : 'decline';
          return answerTime(side, { offerId, timeId: input.params.timeId, answer });
        }),
      { principal },
    ),
  ),
  endpoint(
    calendarCall,
    async (ctx, input, { request }) =>
      calendarOf(await sideOfDeal(ctx, input, request), input.params.id),
    { principal },
  ),
];

const treatment = [
  endpoint(
    treatedCall,
    (ctx, input, { request }) =>
      deal(ctx, input, request, (side, offerId) =>
        confirmWithRecord(side, { offerId, ...input.body }),
      ),
    { principal },
  ),
  endpoint(
    notTreatedCall,
    (ctx, input, { request }) =>
      deal(ctx, input, request, (side, offerId) => denyTreatment(side, { offerId, ...input.body })),
    { principal },
  ),
  endpoint(
    cancelDealCall,
    (ctx, input, { request }) =>
      deal(ctx, input, request, (side, offerId) => cancelDeal(side, { offerId, ...input.body })),
    { principal },
  ),
];

const reviews = [
  endpoint(writeReviewCall, async (ctx, { params, body }) => ({
    review: await writeReview(ctx, { offerId: params.id, ...body }),
  })),
  endpoint(answerReviewCall, async (ctx, { params, body }) => ({
    review: await answerReview(ctx, { reviewId: params.id, ...body }),
  })),
  endpoint(
    reportReviewCall,
    async (ctx, { params, query, body }, { request }) => {
      const isOwn = (side: CtxOf<Side>) => isOwnReview(side, params.id);
      const side = await actingSide(ctx, request, { as: query.as, isOwn });
      await reportReview(side, { reviewId: params.id, ...body });
    },
    { principal },
  ),
];

/** Does something to the aftercare of a deal, and answers it. */
async function aftercare<A extends Side>(
  ctx: CtxOf<A>,
  offerId: string,
  act: () => Promise<void> = () => Promise.resolve(),
) {
  await act();
  return { aftercare: await readAftercare(ctx as CtxOf<Side>, { offerId }) };
}

const aftercareOfPatient = [
  endpoint(agreeToCareCall, (ctx, { params: { id: offerId }, body: { country, zone } }) =>
    aftercare(ctx, offerId, () => agreeToAftercare(ctx, { offerId, country, zone })),
  ),
  endpoint(stopCareCall, (ctx, { params: { id: offerId } }) =>
    aftercare(ctx, offerId, () => stopAftercare(ctx, { offerId })),
  ),
  endpoint(answerCheckInCall, (ctx, { params: { id: offerId, day }, body }) =>
    aftercare(ctx, offerId, () => answerAftercare(ctx, { offerId, day, ...body })),
  ),
  endpoint(addCarePhotoCall, (ctx, { params: { id: offerId, day }, body }) =>
    aftercare(ctx, offerId, () => addAftercarePhoto(ctx, { offerId, day, ...body })),
  ),
  endpoint(shareCarePhotosCall, (ctx, { params: { id: offerId, day }, body }) =>
    aftercare(ctx, offerId, () => shareAftercarePhotos(ctx, { offerId, day, ...body })),
  ),
];

const handover = [
  endpoint(handoverPdfCall, (ctx, { params: { id } }) => handoverFile(ctx, id)),
  endpoint(handoverFhirCall, (ctx, { params: { id } }) => handoverJson(ctx, id)),
];

const aftercareOfClinic = [
  endpoint(replyToCheckInCall, (ctx, { params: { id: offerId, day }, body }) =>
    aftercare(ctx, offerId, () => replyToCheckIn(ctx, { offerId, day, ...body })),
  ),
  endpoint(giveRecordCall, (ctx, { params: { id: offerId }, body }) =>
    aftercare(ctx, offerId, () => giveTreatmentRecord(ctx, { offerId, given: body })),
  ),
];

const outcomes = [
  endpoint(
    readOutcomeCall,
    async (ctx, { params, query }, { request }) => {
      const isOwn = (side: CtxOf<Side>) => isOwnOutcome(side, params.id);
      const side = await actingSide(ctx, request, { as: query.as, isOwn });
      return { outcome: await readOutcome(side, { offerId: params.id }) };
    },
    { principal },
  ),
  endpoint(answerOutcomeCall, async (ctx, { params, body }) => ({
    answer: await answerOutcome(ctx, { offerId: params.id, ...body }),
  })),
  endpoint(reportOutcomeCall, (ctx, { params, body }) =>
    reportAnswer(ctx, { answerId: params.id, ...body }),
  ),
];

/** What the two sides of a deal ask for: by the id of its offer. */
export const dealEndpoints = [
  endpoint(readDealCall, (ctx, input, { request }) => deal(ctx, input, request), { principal }),
  ...times,
  ...treatment,
  ...reviews,
  endpoint(
    readCareCall,
    async (ctx, input, { request }) => {
      const side = await sideOfDeal(ctx, input, request);
      return aftercare(side, input.params.id);
    },
    { principal },
  ),
  ...aftercareOfPatient,
  ...handover,
  ...aftercareOfClinic,
  ...outcomes,
];

/**
 * As whom a call about one thing acts: whomever of this browser's people it belongs to. `as` says so where it belongs to
 * both of them.
 *
 * @throws AppError `which_session` for a thing of both without `as`
 */
async function actingSide(
  ctx: CtxOf<Side>,
  request: Request,
  { as, isOwn }: { as: string | undefined; isOwn: (ctx: CtxOf<Side>) => Promise<boolean> },
): Promise<CtxOf<Side>> {
  if (as) return ctx;
  const people = (await ownersOf(ctx, request)).filter(
    (actor): actor is ActorOf<Side> => actor.kind === 'patient' || actor.kind === 'clinic',
  );
  if (people.length < 2) return ctx;
  const sides = people.map((actor) => actAs(ctx, actor));
  const own: CtxOf<Side>[] = [];
  for (const side of sides) if (await isOwn(side)) own.push(side);
  if (own.length > 1) throw new AppError('which_session');
  return own[0] ?? ctx;
}
