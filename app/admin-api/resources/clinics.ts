import {
  clinicDetailRecord,
  clinicList,
  clinicNoteSchema,
  clinicRecord,
  decisionReasonSchema,
} from '#contracts/clinic-onboarding';
import { defineResource, nothing } from '../resource';

export const clinics = defineResource({
  name: 'clinics',
  list: clinicList,
  record: clinicRecord,
  detail: clinicDetailRecord,
  events: {
    approve: nothing,
    reject: decisionReasonSchema,
    suspend: decisionReasonSchema,
    reinstate: nothing,
    note: clinicNoteSchema,
  },
});
