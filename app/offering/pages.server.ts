import { z } from 'zod';
import { subTreatmentSchema } from '#contracts/consultation';
import {
  currencies,
  itemStates,
  maxAttachments,
  type OfferDto,
  type OfferFields,
  offerFieldsSchema,
  readAmount,
  type Reusable,
  reusableFields,
  reusableName,
  templateOf,
  typedOffer,
  type TypedOffer,
  writeAmount,
} from '#contracts/offers';
import { sendableAttachments } from '#modules/attachments';
import { offerCurrencyOf } from '#modules/clinic-onboarding';
import {
  dropOfferDraft,
  keepOfferDraft,
  keepReusable,
  readOfferDraft,
  removeReusable,
  reusableOffers,
  withdrawOffer,
} from '#modules/offers';
import type { ActorOf } from '#platform/base/actor';
import { newId } from '#platform/base/ids';
import type { Ctx } from '#platform/context';
import { type FormTurn, formTurnFields, turnOf } from '#platform/text/form-turn';
import { readRequest, reviseOffer, sendOffer } from '#workflows';
import { dashboardPath } from '../exchange/dashboard-address';
import { intent, notFound, pageAction, type PageArgs, withFiles } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { takeFiles } from './offer-with-files.server';

const text = z.string().optional();
const line = z.object({ state: z.enum(itemStates).optional(), price: text });

/** The fields of the form, as they are typed. */
const typed = z.object({
  ...formTurnFields,
  amount: text,
  listPrice: text,
  currency: z.enum(currencies).optional(),
  message: text,
  items: z.record(z.string().max(60), line).optional(),
  doctorName: text,
  earliestDate: text,
  availability: text,
  attachments: z.array(z.uuid()).max(maxAttachments, 'attachments.error.too-many').optional(),
});

/** Where the form has a field of another name than the offer. */
const fieldOf: Record<string, string> = { amountCents: 'amount', listPriceCents: 'listPrice' };

function pathOf(path: readonly PropertyKey[], keys: readonly string[]): PropertyKey[] {
  const [first, second, third] = path;
  if (first === 'items' && typeof second === 'number')
    return ['items', keys[second] ?? '', third === 'priceCents' ? 'price' : 'state'];
  return [fieldOf[String(first)] ?? first ?? '', ...path.slice(1)].filter((part) => part !== '');
}

const amountOf = (given: string | undefined) =>
  given === undefined || given.trim() === '' ? undefined : (readAmount(given) ?? Number.NaN);

/** What the form says as an offer; the words of what is wrong stand with the fields of the form. */
const offerForm = typed.transform((form, issues): OfferFields => {
  const { amount, listPrice, items = {}, writer: _writer, turn: _turn, ...rest } = form;
  const keys = Object.keys(items);
  const parsed = offerFieldsSchema.safeParse({
    ...rest,
    amountCents: amountOf(amount),
    listPriceCents: amountOf(listPrice),
    items: keys.map((key) => {
      const { state = 'not-stated', price } = items[key]!;
      return { key, state, priceCents: state === 'extra' ? amountOf(price) : undefined };
    }),
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    // A message that is no key is the library's, for developers.
    const own = path.some((part) => /Cents$/.test(String(part)))
      ? 'clinic.offer.error.amount'
      : 'error.invalid_value';
    const words = /^[a-z]+\.[\w.]+$/.test(message) ? message : own;
    issues.addIssue({ code: 'custom', path: pathOf(path, keys), message: words });
  }
  return z.NEVER;
});

type ClinicCtx = Ctx<ActorOf<'clinic'>>;

const leadOf = ({ params }: PageArgs): string => params.id ?? '';

/** A request, the clinic's own offer for it, and what stands in the form. */
export async function loadRequest(ctx: ClinicCtx, page: PageArgs) {
  const leadId = leadOf(page);
  const { lead, offerTemplate, ownOffer, currency } = await readRequest(ctx, { leadId });
  const [draft, reusable] = await Promise.all([
    readOfferDraft(ctx, { leadId }),
    reusableOffers(ctx, { of: lead.subTreatment }),
  ]);
  const from = reusable.find(({ id }) => id === page.url.searchParams.get('from'));
  const typed = beginning({ from, draft, ownOffer, currency });
  const ids = typed.attachments ?? [];
  const offerId = ownOffer && isLive(ownOffer) ? ownOffer._id : null;
  const files = await sendableAttachments(ctx, { ids, offerId });
  return {
    lead,
    ownOffer,
    clinicId: ctx.actor.id,
    lines: offerTemplate.map(({ key }) => key),
    typed: { ...typed, attachments: files.map(({ id }) => id) },
    files,
    filesGone: ids.length - files.length,
    reusable: reusable.map(({ id, name }) => ({ id, name })),
  };
}

const isLive = (offer: Pick<OfferDto, 'status'> | null): boolean =>
  offer?.status === 'pending' || offer?.status === 'negotiating';

interface Beginnings {
  /** What was asked for by name. */
  readonly from: Reusable | undefined;
  readonly draft: TypedOffer | null;
  readonly ownOffer: SaidOffer | null;
  /** The one that the clinic's offers start with. */
  readonly currency: TypedOffer['currency'];
}

/**
 * What stands in the form: an answer that was asked for, what was typed before, what a live offer says; else the
 * treatment itself is included, as it is in nearly all offers. Files are of one
 * request: an answer leaves those that are there.
 */
function beginning({ from, draft, ownOffer, currency }: Beginnings): TypedOffer {
  const usual: TypedOffer = { currency, items: { procedure: { state: 'included' } } };
  const said = ownOffer && isLive(ownOffer) ? asTyped(ownOffer) : usual;
  const before = draft ? { currency, ...draft } : said;
  return from ? { ...usual, ...from.fields, attachments: before.attachments } : before;
}

type SaidOffer = Omit<OfferDto, 'items'> & {
  readonly items: ReadonlyArray<Pick<OfferDto['items'][number], 'key' | 'state' | 'priceCents'>>;
};

/** An offer as somebody would have typed it. */
const asTyped = (offer: SaidOffer): TypedOffer =>
  typedOffer.parse({
    ...offer,
    amount: writeAmount(offer.amountCents),
    listPrice: offer.listPriceCents === null ? undefined : writeAmount(offer.listPriceCents),
    items: Object.fromEntries(
      offer.items.map(({ key, state, priceCents }) => [
        key,
        { state, price: priceCents === undefined ? undefined : writeAmount(priceCents) },
      ]),
    ),
    doctorName: offer.doctorName ?? undefined,
    earliestDate: offer.earliestDate ?? undefined,
    availability: offer.availability ?? undefined,
    attachments: offer.attachments.map(({ id }) => id),
  });

/** The acting clinic's live offer for the request of a page. Throws `not_found` without one. */
async function liveOffer(ctx: ClinicCtx, page: PageArgs): Promise<string> {
  const { ownOffer } = await readRequest(ctx, { leadId: leadOf(page) });
  if (!ownOffer || !isLive(ownOffer)) throw notFound();
  return ownOffer._id;
}

/** Keeps what was typed for a request; lines that its treatment does not have are left out. */
async function keepTyped(
  ctx: ClinicCtx,
  { leadId, typed, turn }: { leadId: string; typed: TypedOffer; turn: FormTurn | null },
): Promise<void> {
  const { offerTemplate } = await readRequest(ctx, { leadId });
  const items = Object.fromEntries(
    offerTemplate.flatMap(({ key }) => (typed.items?.[key] ? [[key, typed.items[key]]] : [])),
  );
  await keepOfferDraft(ctx, { leadId, fields: { ...typed, items }, turn });
}

/** What a clinic does with a request: an offer is sent, changed, taken back, and kept while it is typed. */
const plainAction = pageAction('approved-clinic', {
  send: intent('approved-clinic', offerForm, async (ctx, fields, page) => {
    const leadId = leadOf(page);
    await sendOffer(ctx, { leadId, offerId: newId(), fields });
    await dropOfferDraft(ctx, { leadId });
    return redirect(`${dashboardPath}?sent=yes`);
  }),
  revise: intent('approved-clinic', offerForm, async (ctx, fields, page) => {
    await reviseOffer(ctx, { offerId: await liveOffer(ctx, page), fields });
    await dropOfferDraft(ctx, { leadId: leadOf(page) });
    return redirect(`${page.url.pathname}?changed=yes`);
  }),
  withdraw: intent('approved-clinic', z.object({}), async (ctx, _nothing, page) => {
    await withdrawOffer(ctx, { offerId: await liveOffer(ctx, page) });
    return redirect(page.url.pathname);
  }),
  keep: intent(
    'approved-clinic',
    typedOffer.extend(formTurnFields),
    async (ctx, { writer, turn, ...typed }, page) => {
      await keepTyped(ctx, { leadId: leadOf(page), typed, turn: turnOf({ writer, turn }) });
      return { kept: true as const };
    },
  ),
  'prepare-whatsapp': intent('approved-clinic', typedOffer, async (ctx, typed, page) => {
    await keepTyped(ctx, { leadId: leadOf(page), typed, turn: null });
    return redirect(`${page.url.pathname}?whatsapp=ready#offer`);
  }),
});

/** Without a script an offer comes with its files as one form. */
export const requestAction = withFiles(
  (args) => takeFiles(args, { keep: keepTyped, then: plainAction }),
  plainAction,
);

const templatesPath = '/clinic/templates';

/** The clinic's own answers, and the one that is open in the form: one of them, or a new one for a treatment. */
export async function loadTemplates(ctx: Ctx<ActorOf<'clinic'>>, { url }: PageArgs) {
  const [kept, currency] = await Promise.all([
    reusableOffers(ctx),
    offerCurrencyOf(ctx, ctx.actor.id),
  ]);
  const open = kept.find(({ id }) => id === url.searchParams.get('open'));
  const asked = subTreatmentSchema.safeParse(url.searchParams.get('for'));
  const subTreatment = open?.subTreatment ?? asked.data;
  return {
    kept: kept.map(({ id, name, subTreatment: of }) => ({ id, name, subTreatment: of })),
    form: subTreatment
      ? {
          id: open?.id ?? null,
          name: open?.name ?? '',
          subTreatment,
          typed: open?.fields ?? { currency },
          lines: templateOf(subTreatment).map(({ key }) => key),
        }
      : null,
  };
}

const kept = reusableFields.extend({
  id: z.uuid().optional(),
  name: reusableName,
  subTreatment: subTreatmentSchema,
});

export const templatesAction = pageAction('approved-clinic', {
  save: intent('approved-clinic', kept, async (ctx, { id, name, subTreatment, ...typed }) => {
    const lines = templateOf(subTreatment).map(({ key }) => key);
    const items = Object.fromEntries(
      lines.flatMap((key) => (typed.items?.[key] ? [[key, typed.items[key]]] : [])),
    );
    await keepReusable(ctx, { id, name, subTreatment, fields: { ...typed, items } });
    return redirect(`${templatesPath}?saved=yes`);
  }),
  remove: intent('approved-clinic', z.object({ id: z.uuid() }), async (ctx, { id }) => {
    await removeReusable(ctx, { id });
    return redirect(templatesPath);
  }),
});
