import { z } from 'zod';
import { patientList, patientRecord } from '#contracts/identity';
import { defineResource, nothing } from '../resource';
import { accessReason } from '../texts';

export const patients = defineResource({
  name: 'patients',
  list: patientList,
  record: patientRecord,
  detail: patientRecord,
  events: { reveal: z.strictObject({ reason: accessReason }), 'end-sessions': nothing },
});
