import {
  acceptDocument,
  askDocumentAgain,
  listDocuments,
  rejectDocument,
} from '#modules/clinic-onboarding';
import { documents } from '../resources/documents';
import { onlyOne, serve } from '../serve.server';

export const documentEndpoints = serve(documents, {
  list: listDocuments,
  record: (ctx, id) => onlyOne(documents, listDocuments, ctx, id),
  events: {
    accept: (ctx, { id, body }) => acceptDocument(ctx, { documentId: id, ...body }),
    'ask-again': (ctx, { id, body }) => askDocumentAgain(ctx, { documentId: id, ...body }),
    reject: (ctx, { id, body }) => rejectDocument(ctx, { documentId: id, ...body }),
  },
});
