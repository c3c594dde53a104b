import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { labelKey } from '#contracts/consultation';
import { clinicZone, type DealFields } from '#contracts/deals';
import type { Currency } from '#contracts/offers';
import {
  canSet,
  drawHandoverTask,
  type Handover,
  handoverDocument,
  type HandoverWords,
  madePdf,
  type Money,
  readCare,
} from '#modules/aftercare';
import { partiesOfDeal, readDeal } from '#modules/deals';
import { personOf, requireFreshFactor } from '#modules/identity';
import { detailsOfLeads } from '#modules/leads';
import { type Offer, readOffer } from '#modules/offers';
import { minutes } from '#platform/base/duration';
import { AppError, isAppError } from '#platform/base/errors';
import type { CtxOf } from '#platform/context';
import { withFile } from '#platform/files/upload';
import { requireRateLimit, type Rule } from '#platform/limits/rate-limit';
import { now } from '#platform/time/clock';

const dayAt = (instant: Date | string, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(instant));

const money = (price: { amountCents: number; currency: string } | null): Money | null =>
  price && { cents: price.amountCents, currency: price.currency as Currency };

/** What was offered, as it was sealed; of an offer that is gone what the deal keeps of it. */
function offeredOf(offer: Offer | null, deal: DealFields, text: HandoverWords['text']) {
  const currency = deal.priceSealed.currency as Currency;
  const lines = (offer?.content.items ?? []).map(
    ({ key, state, priceCents, quantity, unit, brand }) => ({
      label: text(`offers.item.${key}`),
      quantity: quantity ?? null,
      unit: unit ? { code: unit, label: text(`offers.unit.${unit}`) } : null,
      brand: brand ?? null,
      state,
      price: priceCents == null ? null : { cents: priceCents, currency },
    }),
  );
  const hasExtras = deal.priceAccepted.amountCents !== deal.priceSealed.amountCents;
  return {
    price: money(deal.priceSealed)!,
    total: hasExtras ? money(deal.priceAccepted) : null,
    lines,
    assumptions: deal.assumptions.map(({ text: said, surchargeCents }) => ({
      text: said,
      surcharge: surchargeCents === null ? null : { cents: surchargeCents, currency },
    })),
    guaranteeMonths: offer?.content.guaranteeMonths ?? null,
    offeredOn: offer ? dayAt(offer.content.at, clinicZone) : null,
    acceptedOn: dayAt(deal.createdAt, clinicZone),
    seal: offer?.sealedHash ? { hash: offer.sealedHash, version: offer.sealVersion ?? 1 } : null,
  };
}

const orNone = async <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: unknown) => {
    if (isAppError(error) && error.code === 'not_found') return null;
    throw error;
  });

/**
 * What a treatment of the acting patient leaves behind for a doctor at home. Whoever asks has just shown who they are.
 *
 * @throws AppError `not_found`, also before the treatment is confirmed; `step_up` without a fresh proof
 */
export async function readHandover(
  ctx: CtxOf<'patient'>,
  { offerId, words: { locale, text } }: { offerId: string; words: HandoverWords },
): Promise<Handover> {
  const { leadId, patientId } = await partiesOfDeal(ctx, { offerId });
  await requireFreshFactor(ctx);
  const { dto: care, clinic } = await readCare(ctx, { offerId });
  if (!clinic) throw new AppError('not_found');
  const { deal } = await readDeal(ctx, { offerId });
  const offer = await orNone(readOffer(ctx, { offerId }));
  const person = await personOf(ctx, { patientId });
  const lead = (await detailsOfLeads(ctx, [leadId])).get(leadId);
  if (!lead) throw new AppError('not_found');
  const named = (list: Parameters<typeof labelKey>[0], code: string) => ({
    code,
    label: text(labelKey(list, code)),
  });
  const { record, emergencyNumber: number, country } = care;
  const said = deal.treated;
  return {
    dealId: offerId,
    requestNumber: leadId.slice(0, 8).toUpperCase(),
    patient: { name: person?.name ?? null, language: locale },
    clinic,
    treatment: {
      category: named('category', lead.treatment),
      treatment: lead.subTreatment
        ? named('sub-treatment', lead.subTreatment)
        : named('category', lead.treatment),
      bodyArea: lead.bodyArea ? named('body-area', lead.bodyArea) : null,
    },
    offered: offeredOf(offer, deal, text),
    done: {
      treatedOn: care.treatedOn,
      confirmedBy: said.patient && said.clinic ? 'both' : null,
      finalPrices: { patient: money(said.patient), clinic: money(said.clinic) },
    },
    used: {
      materials: (record?.used ?? []).map(({ name, lot }) => ({ name, maker: null, lot })),
      plan: record?.plan ?? null,
      person: record?.person ?? null,
      givenOn: record ? dayAt(record.givenAt, clinicZone) : null,
    },
    emergency: number && country ? { number, country: text(`country.${country}`) } : null,
    zone: clinicZone,
    madeAt: (await now(ctx)).toISOString(),
  };
}

/** A PDF takes up to a second of a core: who asks again has it already. */
const drawings: Rule = { name: 'aftercare.handover', limit: 10, window: minutes(10) };

/**
 * The handover as a PDF, drawn beside the server.
 *
 * @throws AppError as {@link readHandover}; `unfit_script` where the font lacks a letter of it (the page to print has all);
 * `too_many_requests`; `busy`
 */
export async function handoverPdf(
  ctx: CtxOf<'patient'>,
  asked: Parameters<typeof readHandover>[1],
): Promise<Buffer> {
  const handover = await readHandover(ctx, asked);
  if (!canSet(handover)) throw new AppError('unfit_script');
  await requireRateLimit(ctx, drawings, ctx.actor.id);
  const said = JSON.stringify(handoverDocument(handover, asked.words));
  return withFile(ctx.services.env.DATA_DIR, Buffer.from(said), async ({ folder }) => {
    await ctx.services.fileWork.run(drawHandoverTask, {
      ...{ owner: ctx.actor.id, folder, input: null },
      refused: () => new AppError('unfit_script'),
    });
    return readFile(path.join(folder, madePdf));
  });
}
