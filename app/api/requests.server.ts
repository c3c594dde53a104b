import {
  discardDraftCall,
  photoAccessCall,
  photoViewsCall,
  putDraftCall,
  readDraftCall,
  readFileCall,
  removeFileCall,
  uploadPhotoCall,
} from '#contracts/consultation';
import {
  askedClinicsCall,
  cancelLeadCall,
  changeLeadCall,
  declineAskCall,
  keepWaitingCall,
  leadsOfPhoneCall,
  openCitiesCall,
  ownLeadsCall,
  submitLeadCall,
} from '#contracts/leads';
import {
  acceptOfferCall,
  apartOf,
  askDifferenceCall,
  clinicLeadCall,
  declineOfferCall,
  isLive,
  offerCall,
  type OfferDto,
  offersCall,
  reviseOfferCall,
  sendOfferCall,
  type TemplateLine,
  withdrawOfferCall,
} from '#contracts/offers';
import { addPhoto, discardDraft, putDraft, readDraft } from '#modules/consultation';
import { requireOwnPhone } from '#modules/identity';
import {
  cancelLead,
  keepWaiting,
  listLeads,
  openCities,
  readLead,
  requireOwnLead,
} from '#modules/leads';
import { declineOffer, offersOfLead, readOffer, withdrawOffer } from '#modules/offers';
import { AppError } from '#platform/base/errors';
import type { Locale } from '#platform/base/locale';
import { apiUploadBytes, readUpload } from '#platform/files/upload';
import {
  acceptShownOffer,
  askedClinics,
  askWherePlansDiffer,
  changePhotoAccess,
  changeRequest,
  declineAsk,
  openFile,
  precheckRequest,
  type PresentedOffer,
  presentOffer,
  presentOffers,
  readPhotoViews,
  readRequest,
  removeFile,
  reviseOffer,
  sendOffer,
  submitPrechecked,
  unaskedAmong,
} from '#workflows';
import { endpoint } from '#app/http/api.server';
import { idempotent } from '#app/http/idempotent.server';
import { ownersOf } from '#app/http/session.server';
import { sendFile } from '#app/http/send-file.server';
import { textIn } from '#app/i18n/server';
import { differenceWords } from '#app/offers/difference-words';

const drafts = [
  endpoint(readDraftCall, async (ctx) => ({ draft: await readDraft(ctx) })),
  endpoint(putDraftCall, async (ctx, { body }) => ({ draft: await putDraft(ctx, body) })),
  endpoint(discardDraftCall, (ctx) => discardDraft(ctx)),
];

const files = [
  endpoint(uploadPhotoCall, async (ctx, { query }, { request }) => {
    const ids = await receivePhotos(ctx, request, {
      toDraft: query.draft === 'true',
      slot: query.slot,
    });
    return { id: ids[0], ids };
  }),
  endpoint(readFileCall, async (ctx, { params, query }, http) => {
    const owners = await ownersOf(ctx, http.request);
    return sendFile(http, await openFile(ctx, { owners, ...params, ...query }));
  }),
  endpoint(removeFileCall, async (ctx, { params }, { request }) =>
    removeFile(ctx, { owners: await ownersOf(ctx, request), ...params }),
  ),
  endpoint(photoViewsCall, (ctx, { params }) => readPhotoViews(ctx, { leadId: params.id })),
  endpoint(photoAccessCall, (ctx, { params, body }) =>
    changePhotoAccess(ctx, { leadId: params.id, ...body }),
  ),
];

type ListCtx = Parameters<typeof listLeads>[0];
type ListQuery = Parameters<typeof listLeads>[1];

/** Under both names: `requests` is what patients call them. */
async function pageOfLeads(ctx: ListCtx, query: ListQuery) {
  const { leads, nextCursor } = await listLeads(ctx, query);
  return { leads, requests: leads, nextCursor };
}

const leads = [
  endpoint(submitLeadCall, async (ctx, { body }, http) => {
    const { phoneNumber, clinics, ...fields } = body;
    await requireOwnPhone(ctx, phoneNumber);
    const request = { call: submitLeadCall, input: body, http };
    return idempotent(ctx, request, {
      precheck: (tx, leadId) => precheckRequest(tx, leadId, fields),
      make: async (tx, leadId, admission) => {
        const sent = await submitPrechecked(tx, { leadId, fields, clinics, admission });
        return { id: leadId, data: { ...sent.lead, unavailable: [...sent.unavailable] } };
      },
      read: async (reader, leadId) => ({
        ...(await readLead(reader, { leadId })).lead,
        unavailable: await unaskedAmong(reader, { leadId, slugs: clinics }),
      }),
    });
  }),
  endpoint(ownLeadsCall, (ctx, { query }) => pageOfLeads(ctx, query)),
  endpoint(leadsOfPhoneCall, async (ctx, { params, query }) => {
    await requireOwnPhone(ctx, params.phoneNumber);
    return pageOfLeads(ctx, query);
  }),
  endpoint(askedClinicsCall, async (ctx, { params }) => ({
    asked: await askedClinics(ctx, params),
  })),
  endpoint(cancelLeadCall, async (ctx, { params, body }) => ({
    lead: await cancelLead(ctx, { ...params, ...body }),
  })),
  endpoint(keepWaitingCall, async (ctx, { params }) => ({ lead: await keepWaiting(ctx, params) })),
  endpoint(changeLeadCall, async (ctx, { params, body }) => ({
    draft: await changeRequest(ctx, { ...params, replaceDraft: body.replaceDraft === true }),
  })),
  endpoint(openCitiesCall, async (ctx, { params }) => ({ lead: await openCities(ctx, params) })),
];

/** What patients ask for: drafts, photos, requests. A file is also opened and removed by a clinic that owns it. */
export const requestEndpoints = [...drafts, ...files, ...leads];

/**
 * Reads a multipart request with photos as it arrives; their ids in the order they came.
 *
 * @throws AppError as `readUpload` and `addPhoto`; `validation_failed` for another field and without a file
 */
async function receivePhotos(
  ctx: Parameters<typeof addPhoto>[0],
  request: Request,
  into: Pick<Parameters<typeof addPhoto>[1], 'toDraft' | 'slot'>,
): Promise<[string, ...string[]]> {
  const ids: string[] = [];
  await readUpload(request, {
    dataDir: ctx.services.env.DATA_DIR,
    maxTotalBytes: apiUploadBytes,
    onFile: async ({ field, ...file }) => {
      if (field !== 'photo') throw refused(field.slice(0, 50), 'consultation.error.unknown-field');
      ids.push((await addPhoto(ctx, { ...file, ...into })).id);
    },
  });
  const [first, ...rest] = ids;
  if (!first) throw refused('photo', 'consultation.error.photo-empty');
  return [first, ...rest];
}

const refused = (field: string, message: string): AppError =>
  new AppError('validation_failed', { fields: { [field]: [message] } });

const ofClinics = [
  endpoint(declineAskCall, (ctx, { params, body }) => declineAsk(ctx, { ...params, ...body })),
  endpoint(clinicLeadCall, async (ctx, { params }) => {
    const { lead, offerTemplate, ownOffer } = await readRequest(ctx, { leadId: params.id });
    return {
      lead,
      offerTemplate: templateInWords(offerTemplate, ctx.locale),
      ownOffer: ownOffer && offerInWords(ownOffer, ctx.locale),
    };
  }),
  endpoint(sendOfferCall, (ctx, { params, body: fields }, http) =>
    idempotent(
      ctx,
      { call: sendOfferCall, input: { params, fields }, http },
      {
        make: async (tx, offerId) => {
          const offer = await sendOffer(tx, { leadId: params.id, offerId, fields });
          return { id: offerId, data: { offer: offerInWords(offer, ctx.locale) } };
        },
        read: async (reader, offerId) => answerOffer(reader, await readOffer(reader, { offerId })),
      },
    ),
  ),
  endpoint(reviseOfferCall, async (ctx, { params, body: fields }) => ({
    offer: offerInWords(await reviseOffer(ctx, { offerId: params.id, fields }), ctx.locale),
  })),
  endpoint(withdrawOfferCall, async (ctx, { params }) =>
    answerOffer(ctx, await withdrawOffer(ctx, { offerId: params.id })),
  ),
];

const ofPatients = [
  endpoint(offersCall, async (ctx, { query }) => {
    await requireOwnLead(ctx, { leadId: query.lead });
    const offers = await presentOffers(ctx, await offersOfLead(ctx, { leadId: query.lead }));
    const apart = apartOf(offers.filter(({ status }) => isLive(status)));
    return {
      offers: offers.map((offer) => offerInWords(offer, ctx.locale)),
      differences: apart.map(labelledIn(ctx.locale)),
    };
  }),
  endpoint(askDifferenceCall, async (ctx, { params, body }) => {
    const words = differenceWords(textIn(ctx.locale));
    return { asked: await askWherePlansDiffer(ctx, { leadId: params.id, ...body, words }) };
  }),
  endpoint(offerCall, async (ctx, { params }) =>
    answerOffer(ctx, await readOffer(ctx, { offerId: params.id })),
  ),
  endpoint(acceptOfferCall, async (ctx, { params, body }) => {
    const revision = body.revision ?? undefined;
    return answerOffer(ctx, await acceptShownOffer(ctx, { offerId: params.id, revision }));
  }),
  endpoint(declineOfferCall, async (ctx, { params, body }) =>
    answerOffer(ctx, await declineOffer(ctx, { offerId: params.id, ...body })),
  ),
];

/** Offers: what clinics send and change, what patients read and decide. */
export const offerEndpoints = [...ofClinics, ...ofPatients];

/** The words of its lines, in the reader's language. */
const labelledIn =
  (locale: Locale) =>
  <L extends { readonly key: string }>(line: L): L & { label: string } => {
    const text = textIn(locale);
    return { ...line, label: text(`offers.item.${line.key}`) };
  };

const offerInWords = (offer: PresentedOffer, locale: Locale): OfferDto => ({
  ...offer,
  items: offer.items.map(labelledIn(locale)),
});

const templateInWords = (lines: readonly TemplateLine[], locale: Locale) =>
  lines.map(labelledIn(locale));

type Presented = Parameters<typeof presentOffer>;

/** An answer of the calls about one offer. */
const answerOffer = async (...[ctx, offer]: Presented) => ({
  offer: offerInWords(await presentOffer(ctx, offer), ctx.locale),
});
