import {
  documentList,
  documentNoteSchema,
  documentRecord,
  lookedAtSchema,
} from '#contracts/clinic-onboarding';
import { defineResource } from '../resource';

export const documents = defineResource({
  name: 'documents',
  list: documentList,
  record: documentRecord,
  detail: documentRecord,
  events: { accept: lookedAtSchema, 'ask-again': documentNoteSchema, reject: documentNoteSchema },
});
