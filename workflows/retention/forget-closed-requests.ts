import { eraseCareOf, leadsInAftercare } from '#modules/aftercare';
import { eraseFilesOfTalks } from '#modules/attachments';
import { forgetNotesAbout } from '#modules/casework';
import { erasePhotosOfLeads } from '#modules/consultation';
import { dealIdOf, eraseWordsOfDeals, offersWithDealAhead } from '#modules/deals';
import { endedLongAgo, forgetClosed, type EndedLead } from '#modules/leads';
import { heldIds } from '#modules/leaving';
import { eraseTalksOfOffers } from '#modules/messaging';
import { eraseTranslationsOf } from '#modules/translations';
import { offersOfLeads } from '#modules/offers';
import { forgetPhotosOf } from '#modules/twins';
import { eraseReasons } from '#engine/operations';
import type { Ctx } from '#platform/context';

const atOnce = 50;

/**
 * Forgets what was said and shown for requests that ended long ago: notes, photos, conversations with their files, words
 * about dates and prices. What a clinic offered stays its own, and a review stays where it was published. A request waits
 * while its treatment is ahead, while its aftercare goes on, and while its patient or a clinic that offered is held. In small
 * steps; a kill anywhere in it costs the repeat. Returns how many requests were forgotten.
 */
export async function forgetClosedRequests(ctx: Ctx): Promise<number> {
  const held = new Set(await heldIds(ctx));
  let gone = 0;
  for (let after: EndedLead | null = null; ;) {
    const page: EndedLead[] = await endedLongAgo(ctx, { after, limit: atOnce });
    gone += await forgetThose(ctx, page, held);
    if (page.length < atOnce) return gone;
    after = page.at(-1)!;
  }
}

async function forgetThose(
  ctx: Ctx,
  page: readonly EndedLead[],
  held: ReadonlySet<string>,
): Promise<number> {
  const ids = page.filter(({ patientId }) => !held.has(patientId)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const offers = await offersOfLeads(ctx, ids);
  const offerIds = offers.map(({ id }) => id);
  const ahead = new Set(await offersWithDealAhead(ctx, offerIds));
  const waits = offers.filter(({ id, clinicId }) => ahead.has(id) || held.has(clinicId));
  const waiting = new Set([
    ...waits.map(({ leadId }) => leadId),
    ...(await leadsInAftercare(ctx, ids)),
  ]);
  const leadIds = ids.filter((id) => !waiting.has(id));
  const over = offers.filter(({ leadId }) => !waiting.has(leadId)).map(({ id }) => id);
  await forgetPhotosOf(ctx, leadIds);
  await forgetNotesAbout(ctx, leadIds);
  await untilNone(() => erasePhotosOfLeads(ctx, leadIds));
  await untilNone(() => eraseFilesOfTalks(ctx, over));
  while ((await eraseTalksOfOffers(ctx, over)) === 'more');
  await untilNone(() => eraseTranslationsOf(ctx, over));
  await untilNone(() => eraseWordsOfDeals(ctx, over));
  await untilNone(() => eraseCareOf(ctx, over));
  // Why a date was moved or a price is another one lies beside the log's entry of it.
  const deals = over.map((offerId) => ({ type: 'deal', id: dealIdOf(offerId) }));
  await eraseReasons(ctx, deals);
  // Last, so that whatever is interrupted is found again.
  await forgetClosed(ctx, leadIds);
  return leadIds.length;
}

async function untilNone(step: () => Promise<number>): Promise<void> {
  while ((await step()) > 0);
}
