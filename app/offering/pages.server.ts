import { dashboardPath } from '../exchange/dashboard-address';
import { z } from 'zod';
import { subTreatmentSchema } from '#contracts/consultation';
import type { OfferLine } from './offer-items';
import {
  currencies,
  figureNames,
  itemStates,
  maxAttachments,
  type OfferDto,
  type OfferFields,
  offerFieldsSchema,
  readAmount,
  type Reusable,
  reusableFields,
  reusableName,
  type StatedFigure,
  templateOf,
  type TemplateLine,
  typedOffer,
  type TypedOffer,
  units,
  writeAmount,
} from '#contracts/offers';
import { sendableAttachments, addAttachment } from '#modules/attachments';
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
import { memberOfRequest } from '#modules/exchange';
import { teamMembers } from '#modules/identity';
import { newId } from '#platform/base/ids';
import type { CtxOf } from '#platform/context';
import { type FormTurn, formTurnFields, turnOf } from '#platform/text/form-turn';
import { giveRequest, readRequest, reviseOffer, sendOffer } from '#workflows';
import { intent, notFound, pageAction, type PageArgs, withFiles } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { attachmentField } from '#contracts/attachments';
import { AppError, isAppError } from '#platform/base/errors';
import { knownFields, maxFormFields } from '#platform/text/form-fields';
import { formUploadBytes, readUpload } from '#platform/files/upload';
import { contextFor } from '#app/http/context.server';
import { messageOf, statusOf, refusedInWords } from '#app/http/errors';
import { textIn } from '#app/i18n/server';

const text = z.string().optional();
const line = z.object({
  state: z.enum(itemStates).optional(),
  price: text,
  quantity: text,
  unit: z.enum(units).optional(),
  brand: text,
});
const assumption = z.object({ text, surcharge: text });

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
  trips: text,
  nights: text,
  daysInCountry: text,
  guaranteeMonths: text,
  assumptions: z.array(assumption).optional(),
  attachments: z.array(z.uuid()).max(maxAttachments, 'attachments.error.too-many').optional(),
});

/** Where the form has a field of another name than the offer. */
const fieldOf: Record<string, string> = { amountCents: 'amount', listPriceCents: 'listPrice' };

interface Places {
  /** Keys of the lines, in the order in which they were sent. */
  readonly keys: readonly string[];
  /** Places in the form of the assumptions that are not empty. */
  readonly filled: readonly number[];
}

const itemFields: Record<string, string> = {
  priceCents: 'price',
  quantity: 'quantity',
  unit: 'unit',
  brand: 'brand',
};

function pathOf(path: readonly PropertyKey[], { keys, filled }: Places): PropertyKey[] {
  const [first, second, third] = path;
  if (first === 'items' && typeof second === 'number')
    return ['items', keys[second] ?? '', itemFields[String(third)] ?? 'state'];
  if (first === 'assumptions' && typeof second === 'number')
    return [first, filled[second] ?? 0, third === 'surchargeCents' ? 'surcharge' : 'text'];
  return [fieldOf[String(first)] ?? first ?? '', ...path.slice(1)].filter((part) => part !== '');
}

const isBlank = (given: string | undefined): boolean => given === undefined || given.trim() === '';

const amountOf = (given: string | undefined) =>
  isBlank(given) ? undefined : (readAmount(given!) ?? Number.NaN);

/** A whole number as it is typed; what is none reads as one that no bounds hold. */
const wholeOf = (given: string | undefined) => {
  if (isBlank(given)) return undefined;
  const plain = given!.replace(/[\s.,]/g, '');
  return /^\d{1,6}$/.test(plain) ? Number(plain) : Number.NaN;
};

/** Words for what is wrong with a field, where the rule itself has none. */
function ownWords(path: readonly PropertyKey[]): string {
  const last = String(path.at(-1));
  if (last.endsWith('Cents')) return 'clinic.offer.error.amount';
  if (last === 'quantity') return 'offers.error.quantity';
  return figureNames.includes(last as StatedFigure)
    ? 'clinic.offer.error.figure'
    : 'error.invalid_value';
}

/** One line of the form as one of an offer: what belongs to another state of it is left out. */
function itemOf(key: string, said: z.output<typeof line>) {
  const { state = 'not-stated', price, quantity, unit, brand } = said;
  const isHeld = state === 'included' || state === 'extra';
  const count = isHeld ? wholeOf(quantity) : undefined;
  return {
    ...{ key, state },
    priceCents: state === 'extra' ? amountOf(price) : undefined,
    ...(count === undefined ? {} : { quantity: count, unit }),
    brand: isHeld ? brand : undefined,
  };
}

/** What the form says as an offer; the words of what is wrong stand with the fields of the form. */
const offerForm = typed.transform((form, issues): OfferFields => {
  const { amount, listPrice, items = {}, assumptions = [], ...more } = form;
  const { writer: _writer, turn: _turn, ...rest } = more;
  const keys = Object.keys(items);
  const filled = assumptions.flatMap((one, place) =>
    isBlank(one.text) && isBlank(one.surcharge) ? [] : [place],
  );
  const parsed = offerFieldsSchema.safeParse({
    ...rest,
    amountCents: amountOf(amount),
    listPriceCents: amountOf(listPrice),
    items: keys.map((key) => itemOf(key, items[key]!)),
    ...Object.fromEntries(figureNames.map((name) => [name, wholeOf(form[name])])),
    assumptions: filled.map((place) => ({
      text: assumptions[place]!.text ?? '',
      surchargeCents: amountOf(assumptions[place]!.surcharge),
    })),
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    // A message that is no key is the library's, for developers.
    const words = /^[a-z]+\.[\w.]+$/.test(message) ? message : ownWords(path);
    issues.addIssue({ code: 'custom', path: pathOf(path, { keys, filled }), message: words });
  }
  return z.NEVER;
});

const leadOf = ({ params }: PageArgs): string => params.id ?? '';

/** Of a clinic with a team: who of it looks after a request, and whom it can be given to; null of one without. */
async function givenOf(ctx: CtxOf<'clinic'>, { leadId }: { leadId: string }) {
  const members = await teamMembers(ctx);
  if (members.length < 2) return null;
  return { memberId: await memberOfRequest(ctx, { leadId }), members };
}

/** A request, the clinic's own offer for it, and what stands in the form. */
export async function loadRequest(ctx: CtxOf<'clinic'>, page: PageArgs) {
  const leadId = leadOf(page);
  const { lead, offerTemplate, ownOffer, currency } = await readRequest(ctx, { leadId });
  const [draft, given, reusable] = await Promise.all([
    readOfferDraft(ctx, { leadId }),
    givenOf(ctx, { leadId }),
    reusableOffers(ctx, { of: lead.subTreatment }),
  ]);
  const from = reusable.find(({ id }) => id === page.url.searchParams.get('from'));
  const typed = beginning({ from, draft, ownOffer, currency });
  const ids = typed.attachments ?? [];
  const offerId = ownOffer && isLive(ownOffer) ? ownOffer._id : null;
  const files = await sendableAttachments(ctx, { ids, offerId });
  return {
    lead,
    given,
    ownOffer,
    // The offer whose conversation asks for a photo that is missing; null where nothing can be written.
    askAt: ownOffer && (isLive(ownOffer) || ownOffer.status === 'accepted') ? ownOffer._id : null,
    clinicId: ctx.actor.id,
    lines: offerTemplate.map(lineOf),
    typed: { ...typed, attachments: files.map(({ id }) => id) },
    files,
    filesGone: ids.length - files.length,
    reusable: reusable.map(({ id, name }) => ({ id, name })),
  };
}

/** A line without what the form does not ask for. */
const lineOf = ({ source: _source, ...line }: TemplateLine): OfferLine => line;

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
  readonly items: ReadonlyArray<Omit<OfferDto['items'][number], 'label'>>;
};

/** An offer as somebody would have typed it. */
const asTyped = (offer: SaidOffer): TypedOffer =>
  typedOffer.parse({
    ...offer,
    amount: writeAmount(offer.amountCents),
    listPrice: offer.listPriceCents === null ? undefined : writeAmount(offer.listPriceCents),
    items: Object.fromEntries(
      offer.items.map(({ key, state, priceCents, quantity, unit, brand }) => [
        key,
        {
          ...{ state, unit, brand },
          price: priceCents === undefined ? undefined : writeAmount(priceCents),
          quantity: quantity?.toString(),
        },
      ]),
    ),
    ...Object.fromEntries(figureNames.map((name) => [name, offer[name]?.toString()])),
    assumptions: offer.assumptions.map(({ text: said, surchargeCents }) => ({
      text: said,
      surcharge: surchargeCents === null ? undefined : writeAmount(surchargeCents),
    })),
    doctorName: offer.doctorName ?? undefined,
    earliestDate: offer.earliestDate ?? undefined,
    availability: offer.availability ?? undefined,
    attachments: offer.attachments.map(({ id }) => id),
  });

/** The acting clinic's live offer for the request of a page. Throws `not_found` without one. */
async function liveOffer(ctx: CtxOf<'clinic'>, page: PageArgs): Promise<string> {
  const { ownOffer } = await readRequest(ctx, { leadId: leadOf(page) });
  if (!ownOffer || !isLive(ownOffer)) throw notFound();
  return ownOffer._id;
}

/** Keeps what was typed for a request; lines that its treatment does not have are left out. */
async function keepTyped(
  ctx: CtxOf<'clinic'>,
  { leadId, typed, turn }: { leadId: string; typed: TypedOffer; turn: FormTurn | null },
): Promise<void> {
  const { offerTemplate } = await readRequest(ctx, { leadId });
  const items = Object.fromEntries(
    offerTemplate.flatMap(({ key }) => (typed.items?.[key] ? [[key, typed.items[key]]] : [])),
  );
  await keepOfferDraft(ctx, { leadId, fields: { ...typed, items }, turn });
}

/** What a clinic does with a request: an offer is sent, changed, taken back, and kept while it is typed. */
const plainAction = pageAction('clinic-manager', {
  send: intent('clinic-manager', offerForm, async (ctx, fields, page) => {
    const leadId = leadOf(page);
    await sendOffer(ctx, { leadId, offerId: newId(), fields });
    await dropOfferDraft(ctx, { leadId });
    return redirect(`${dashboardPath}?sent=yes`);
  }),
  revise: intent('clinic-manager', offerForm, async (ctx, fields, page) => {
    await reviseOffer(ctx, { offerId: await liveOffer(ctx, page), fields });
    await dropOfferDraft(ctx, { leadId: leadOf(page) });
    return redirect(`${page.url.pathname}?changed=yes`);
  }),
  give: intent(
    'clinic-manager',
    z.object({ memberId: z.uuid().optional() }),
    async (ctx, { memberId = null }, page) => {
      await giveRequest(ctx, { leadId: leadOf(page), memberId });
      return redirect(page.url.pathname);
    },
  ),
  withdraw: intent('clinic-manager', z.object({}), async (ctx, _nothing, page) => {
    await withdrawOffer(ctx, { offerId: await liveOffer(ctx, page) });
    return redirect(page.url.pathname);
  }),
  keep: intent(
    'clinic-manager',
    typedOffer.extend(formTurnFields),
    async (ctx, { writer, turn, ...typed }, page) => {
      await keepTyped(ctx, { leadId: leadOf(page), typed, turn: turnOf({ writer, turn }) });
      return { kept: true as const };
    },
  ),
  'prepare-whatsapp': intent('clinic-manager', typedOffer, async (ctx, typed, page) => {
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
export async function loadTemplates(ctx: CtxOf<'clinic'>, { url }: PageArgs) {
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
          lines: templateOf(subTreatment).map(lineOf),
        }
      : null,
  };
}

const kept = reusableFields.extend({
  id: z.uuid().optional(),
  name: reusableName,
  subTreatment: subTreatmentSchema,
});

export const templatesAction = pageAction('clinic-manager', {
  save: intent('clinic-manager', kept, async (ctx, { id, name, subTreatment, ...typed }) => {
    const lines = templateOf(subTreatment).map(({ key }) => key);
    const items = Object.fromEntries(
      lines.flatMap((key) => (typed.items?.[key] ? [[key, typed.items[key]]] : [])),
    );
    await keepReusable(ctx, { id, name, subTreatment, fields: { ...typed, items } });
    return redirect(`${templatesPath}?saved=yes`);
  }),
  remove: intent('clinic-manager', z.object({ id: z.uuid() }), async (ctx, { id }) => {
    await removeReusable(ctx, { id });
    return redirect(templatesPath);
  }),
});

interface Onward {
  readonly keep: (
    ctx: CtxOf<'clinic'>,
    kept: { leadId: string; typed: TypedOffer; turn: null },
  ) => Promise<void>;
  /** Takes the form as one without files. */
  readonly then: (args: ActionFunctionArgs) => Promise<unknown>;
}

/**
 * Takes an offer that came with its files as one form, as browsers without a script send it: the files are uploaded, and
 * all that was typed is kept with them; then the form goes on as one that names them. Where a file was not taken nothing
 * is sent, and the form comes back with the others.
 */
async function takeFiles(args: ActionFunctionArgs, { keep, then }: Onward) {
  const { request, params, context } = args;
  const leadId = params.id ?? '';
  const clinic = await whoOffers(args, leadId);
  try {
    const { form, ids, failures } = await receive(args, clinic);
    const intent = String(form.get('intent'));
    if (!clinic || ids.length + failures.length === 0)
      return await then({ ...args, request: asPlainForm(request, form) });
    for (const id of ids) form.append('attachments', id);
    const known = knownFields(form, typedOffer);
    if (!known) throw new AppError('malformed_upload');
    const submission = parseWithZod(known, { schema: typedOffer });
    const typed = submission.status === 'success' ? submission.value : {};
    await keep(clinic, { leadId, typed, turn: null });
    if (failures.length === 0) return await then({ ...args, request: asPlainForm(request, form) });
    const formErrors = [textIn(context.locale)('clinic.offer.files_refused'), ...failures];
    const reply = submission.reply({ formErrors });
    return data({ intent, reply, code: 'validation_failed' }, { status: 422 });
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown;
    const reply = { status: 'error' as const, error: { '': [messageOf(thrown, context.locale)] } };
    const answer = { intent: 'send', reply, code: thrown.code };
    return data(answer, { status: statusOf(thrown.code) });
  }
}

/** The clinic that may offer here; null for everybody else: no file of theirs is kept, and the form itself is refused. */
async function whoOffers(
  { request, context }: ActionFunctionArgs,
  leadId: string,
): Promise<CtxOf<'clinic'> | null> {
  try {
    const ctx = await contextFor(context, request, 'clinic-manager');
    await readRequest(ctx, { leadId });
    return ctx;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}

interface Received {
  readonly form: FormData;
  /** Of the files that were taken, in the order they came. */
  readonly ids: string[];
  /** Of the others, each with why, in words. */
  readonly failures: string[];
}

async function receive(
  { request, context }: ActionFunctionArgs,
  clinic: CtxOf<'clinic'> | null,
): Promise<Received> {
  const text = textIn(context.locale);
  const ids: string[] = [];
  const failures: string[] = [];
  const note = ({ name }: { name: string }, thrown: unknown): void => {
    failures.push(`${name}: ${refusedInWords(thrown, context).words.join(' ')}`);
  };
  const form = await readUpload(request, {
    dataDir: context.services.env.DATA_DIR,
    maxTotalBytes: formUploadBytes,
    maxTextFields: maxFormFields,
    onFile: async ({ field, ...file }) => {
      if (!clinic || field !== attachmentField) return;
      try {
        const { id, unfit } = await addAttachment(clinic, file);
        if (unfit) failures.push(`${file.name}: ${text(`attachments.error.${unfit}`)}`);
        else ids.push(id);
      } catch (thrown) {
        note(file, thrown);
      }
    },
    onPassedOver: note,
  });
  return { form, ids, failures };
}

/** The same request with the fields of text alone. */
function asPlainForm(request: Request, form: FormData): Request {
  const headers = new Headers(request.headers);
  headers.set('Content-Type', 'application/x-www-form-urlencoded');
  headers.delete('Content-Length');
  const body = new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
  return new Request(request.url, { method: 'POST', headers, body, signal: request.signal });
}
