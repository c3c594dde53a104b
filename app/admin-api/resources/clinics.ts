import {
  clinicDetailRecord,
  clinicList,
  clinicNoteSchema,
  clinicRecord,
  decisionReasonSchema,
  lookedAtSchema,
  rejectionSchema,
} from '#contracts/clinic-onboarding';
import { defineResource, nothing } from '../resource';

export const clinics = defineResource({
  name: 'clinics',
  list: clinicList,
  record: clinicRecord,
  detail: clinicDetailRecord,
  events: {
    approve: lookedAtSchema,
    reject: rejectionSchema,
    suspend: decisionReasonSchema,
    reinstate: nothing,
    note: clinicNoteSchema,
  },
});
