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
import {
  answerReview,
  answerTime,
  cancelDeal,
  confirmTreatment,
  denyTreatment,
  isOwnDeal,
  isOwnReview,
  reportReview,
  writeReview,
} from '#modules/deals';
import { proposeTime, readDealOf } from '#workflows';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { actingSide } from '#app/deals/acting-side.server';
import { calendarOf } from '#app/deals/calendar.server';
import { asParty, endpoint } from '#app/http/api.server';

type PartyCtx = Ctx<ActorOf<'patient'> | ActorOf<'clinic'>>;
interface Asked {
  readonly params: { readonly id: string };
  readonly query: { readonly as?: string };
}

/** `?as=` says who is meant where a deal is of both people of one browser. */
const { principal } = asParty;

const sideOfDeal = (ctx: PartyCtx, { params, query }: Asked, request: Request) =>
  actingSide(ctx, request, { as: query.as, isOwn: (side) => isOwnDeal(side, params.id) });

/** Does something to a deal as the side that it belongs to, and answers the deal. */
async function deal(
  ctx: PartyCtx,
  asked: Asked,
  request: Request,
  act: (side: PartyCtx, offerId: string) => Promise<unknown> = () => Promise.resolve(),
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
        confirmTreatment(side, { offerId, ...input.body }),
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
      const isOwn = (side: PartyCtx) => isOwnReview(side, params.id);
      const side = await actingSide(ctx, request, { as: query.as, isOwn });
      await reportReview(side, { reviewId: params.id, ...body });
    },
    { principal },
  ),
];

/** What the two sides of a deal ask for: by the id of its offer. */
export const dealEndpoints = [
  endpoint(readDealCall, (ctx, input, { request }) => deal(ctx, input, request), { principal }),
  ...times,
  ...treatment,
  ...reviews,
];
