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
  cancelLeadCall,
  changeLeadCall,
  keepWaitingCall,
  openCitiesCall,
  leadsOfPhoneCall,
  ownLeadsCall,
  submitLeadCall,
} from '#contracts/leads';
import { discardDraft, putDraft, readDraft } from '#modules/consultation';
import { requireOwnPhone } from '#modules/identity';
import { cancelLead, keepWaiting, listLeads, openCities, readLead } from '#modules/leads';
import {
  precheckRequest,
  changePhotoAccess,
  changeRequest,
  openFile,
  readPhotoViews,
  removeFile,
  submitPrechecked,
} from '#workflows';
import { receivePhotos } from '#app/consultation/receive-photos.server';
import { endpoint } from '#app/http/api.server';
import { idempotent } from '#app/http/idempotent.server';
import { ownersOf } from '#app/http/owners.server';
import { sendFile } from '#app/http/send-file.server';

const drafts = [
  endpoint(readDraftCall, async (ctx) => ({ draft: await readDraft(ctx) })),
  endpoint(putDraftCall, async (ctx, { body }) => ({ draft: await putDraft(ctx, body) })),
  endpoint(discardDraftCall, (ctx) => discardDraft(ctx)),
];

const files = [
  endpoint(uploadPhotoCall, async (ctx, { query }, { request }) => {
    const ids = await receivePhotos(ctx, request, { toDraft: query.draft === 'true' });
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
    const { phoneNumber, ...fields } = body;
    await requireOwnPhone(ctx, phoneNumber);
    const request = { call: submitLeadCall, input: body, http };
    return idempotent(ctx, request, {
      admit: (tx, leadId) => precheckRequest(tx, leadId, fields),
      make: async (tx, leadId, admission) => {
        const { lead } = await submitPrechecked(tx, { leadId, fields, admission });
        return { id: leadId, data: lead };
      },
      read: async (reader, leadId) => (await readLead(reader, { leadId })).lead,
    });
  }),
  endpoint(ownLeadsCall, (ctx, { query }) => pageOfLeads(ctx, query)),
  endpoint(leadsOfPhoneCall, async (ctx, { params, query }) => {
    await requireOwnPhone(ctx, params.phoneNumber);
    return pageOfLeads(ctx, query);
  }),
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
