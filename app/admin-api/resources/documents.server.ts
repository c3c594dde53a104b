import {
  acceptanceSchema,
  documentList,
  documentNoteSchema,
  documentRecord,
  endDateSchema,
} from '#contracts/clinic-onboarding';
import {
  acceptDocument,
  askDocumentAgain,
  listDocuments,
  rejectDocument,
  setEndDate,
} from '#modules/clinic-onboarding';
import { defineResource } from '../resource';
import { onlyOne, serve } from '../serve.server';

const resource = defineResource({
  name: 'documents',
  list: documentList,
  record: documentRecord,
  detail: documentRecord,
  events: {
    accept: acceptanceSchema,
    'ask-again': documentNoteSchema,
    reject: documentNoteSchema,
    'set-end-date': endDateSchema,
  },
});

export const documents = serve(resource, {
  list: listDocuments,
  record: (ctx, id) => onlyOne(resource, listDocuments, ctx, id),
  events: {
    accept: (ctx, { id, body }) => acceptDocument(ctx, { documentId: id, ...body }),
    'ask-again': (ctx, { id, body }) => askDocumentAgain(ctx, { documentId: id, ...body }),
    'set-end-date': (ctx, { id, body }) => setEndDate(ctx, { documentId: id, ...body }),
    reject: (ctx, { id, body }) => rejectDocument(ctx, { documentId: id, ...body }),
  },
});
