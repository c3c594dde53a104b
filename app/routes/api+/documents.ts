import { uploadDocumentCall as call } from '#contracts/clinic-onboarding';
import { receiveDocuments } from '#app/documents/receive-documents.server';
import { storeDocuments } from '#app/documents/store-documents.server';
import { api, endpoint } from '#app/http/api.server';

const text = call.body.omit({ document: true });

export const { loader, action } = api(
  endpoint(call, (ctx, _input, http) =>
    receiveDocuments(ctx, http.request, { field: 'document', text }, (fields, files) =>
      storeDocuments(ctx, { call, http, kind: fields.kind, files }, async ([id]) => ({ id: id! })),
    ),
  ),
);
