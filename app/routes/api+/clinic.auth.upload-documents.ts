import { uploadDocumentsCall as call } from '#contracts/clinic-onboarding';
import { requireOwnPhone } from '#modules/identity';
import { documentsOf } from '#modules/clinic-onboarding';
import { receiveDocuments } from '#app/documents/receive-documents.server';
import { storeDocuments } from '#app/documents/store-documents.server';
import { api, endpoint } from '#app/http/api.server';

const text = call.body.omit({ documents: true });

export const { loader, action } = api(
  endpoint(call, (ctx, _input, http) =>
    receiveDocuments(ctx, http.request, { field: 'documents', text }, async (fields, files) => {
      await requireOwnPhone(ctx, fields.phoneNumber);
      return storeDocuments(ctx, { call, http, kind: fields.kind, files }, async (ids) => ({
        documents: (await documentsOf(ctx)).filter(({ _id }) => ids.includes(_id)),
      }));
    }),
  ),
);
