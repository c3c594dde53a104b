import {
  documentList,
  documentNoteSchema,
  documentRecord,
  lookedAtSchema,
} from '#contracts/clinic-onboarding';
import {
  acceptDocument,
  askDocumentAgain,
  listDocuments,
  rejectDocument,
} from '#modules/clinic-onboarding';
import { defineResource } from '../resource';
import { onlyOne, serve } from '../serve.server';

const resource = defineResource({
  name: 'documents',
  list: documentList,
  record: documentRecord,
  detail: documentRecord,
  events: { accept: lookedAtSchema, 'ask-again': documentNoteSchema, reject: documentNoteSchema },
});

export const documents = serve(resource, {
  list: listDocuments,
  record: (ctx, id) => onlyOne(resource, listDocuments, ctx, id),
  events: {
    accept: (ctx, { id, body }) => acceptDocument(ctx, { documentId: id, ...body }),
    'ask-again': (ctx, { id, body }) => askDocumentAgain(ctx, { documentId: id, ...body }),
    reject: (ctx, { id, body }) => rejectDocument(ctx, { documentId: id, ...body }),
  },
});
