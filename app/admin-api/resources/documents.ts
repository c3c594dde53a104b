import { documentList, documentNoteSchema, documentRecord } from '#contracts/clinic-onboarding';
import { defineResource, nothing } from '../resource';

export const documents = defineResource({
  name: 'documents',
  list: documentList,
  record: documentRecord,
  detail: documentRecord,
  events: { accept: nothing, 'ask-again': documentNoteSchema, reject: documentNoteSchema },
});
