import {
  changeDetailsCall,
  clinicStatusCall,
  completeClinicRegistrationCall,
  findClinicsCall,
  ownClinicStatusCall,
  readClinicCall,
  readClinicPictureCall,
  resubmitCall,
  uploadDocumentCall,
  uploadDocumentsCall,
} from '#contracts/clinic-onboarding';
import { clinicLeadsCall } from '#contracts/exchange';
import {
  documentsOf,
  openPublicPicture,
  ownClinic,
  registeredClinic,
} from '#modules/clinic-onboarding';
import { type OpenedSession, requireOwnPhone } from '#modules/identity';
import type { CtxOf } from '#platform/context';
import {
  browseLeads,
  changeClinicDetails,
  findClinics,
  readPublicClinic,
  registerClinic,
  resubmitApplication,
} from '#workflows';
import { appendSession } from '#app/auth/cookies.server';
import { receiveDocuments, storeDocuments } from '#app/documents/receive-documents.server';
import { endpoint } from '#app/http/api.server';
import { idempotent } from '#app/http/idempotent.server';
import { sendFile } from '#app/http/send-file.server';

const application = [
  endpoint(completeClinicRegistrationCall, async (ctx, { body }, http) => {
    const { phoneNumber, ...details } = body;
    await requireOwnPhone(ctx, phoneNumber);
    // Before and after it the actor is another one; the key is the phone's.
    const owner = `clinic:${ctx.actor.phone}`;
    const request = { call: completeClinicRegistrationCall, input: body, http, owner };
    let opened: OpenedSession | undefined;
    const answer = await idempotent(ctx, request, {
      make: async (tx, clinicId) => {
        const { session, clinic } = await registerClinic(tx, { clinicId, details });
        opened = session;
        return { id: clinic.id };
      },
      read: asRegistered,
    });
    if (opened) appendSession(http.headers, ctx.services.env, 'clinic', opened);
    return answer;
  }),
  endpoint(ownClinicStatusCall, ownStatus, { quiet: true }),
  endpoint(
    clinicStatusCall,
    async (ctx, { params }) => {
      const claimed = params.phoneNumberOrClinicId;
      if (claimed.toLowerCase() !== ctx.actor.id) await requireOwnPhone(ctx, claimed);
      return ownStatus(ctx);
    },
    { quiet: true },
  ),
  endpoint(changeDetailsCall, (ctx, { body: details }) => changeClinicDetails(ctx, { details })),
  endpoint(resubmitCall, async (ctx) => ({ clinic: await resubmitApplication(ctx) })),
];

type ReadCtx = Parameters<typeof registeredClinic>[0];

async function asRegistered(ctx: ReadCtx, clinicId: string) {
  const clinic = await registeredClinic(ctx, { clinicId });
  return { clinic, approvalStatus: clinic.approvalStatus };
}

const one = { field: 'document', text: uploadDocumentCall.body.omit({ document: true }) };
const several = { field: 'documents', text: uploadDocumentsCall.body.omit({ documents: true }) };

const documents = [
  endpoint(uploadDocumentCall, (ctx, _input, http) =>
    receiveDocuments(ctx, http.request, one, ({ kind }, files) =>
      storeDocuments(ctx, { call: uploadDocumentCall, http, kind, files }, async ([id]) => ({
        id: id!,
      })),
    ),
  ),
  endpoint(uploadDocumentsCall, (ctx, _input, http) =>
    receiveDocuments(ctx, http.request, several, async ({ phoneNumber, kind }, files) => {
      await requireOwnPhone(ctx, phoneNumber);
      const upload = { call: uploadDocumentsCall, http, kind, files };
      return storeDocuments(ctx, upload, async (ids) => ({
        documents: (await documentsOf(ctx)).filter(({ _id }) => ids.includes(_id)),
      }));
    }),
  ),
];

const directory = [
  endpoint(findClinicsCall, (ctx, { query }) => findClinics(ctx, query)),
  endpoint(readClinicCall, async (ctx, { params }) => ({
    clinic: await readPublicClinic(ctx, params),
  })),
  endpoint(readClinicPictureCall, async (ctx, { params, query }, http) =>
    sendFile(http, await openPublicPicture(ctx, { ...params, ...query })),
  ),
];

const leads = [
  endpoint(clinicLeadsCall, async (ctx, { query }) => {
    const { reach: _reach, ...page } = await browseLeads(ctx, query);
    return page;
  }),
];

/** What clinics ask for beyond their accounts: the application, its documents, requests of patients. */
export const clinicEndpoints = [...application, ...documents, ...directory, ...leads];

/** What the status calls answer about the acting clinic. */
async function ownStatus(ctx: CtxOf<'clinic'>) {
  const clinic = await ownClinic(ctx);
  const { approvalStatus, isApproved } = clinic;
  return { approvalStatus, isApproved, clinic };
}
