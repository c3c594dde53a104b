import { z } from 'zod';
import { patientDetailRecord, patientList, patientRecord } from '#contracts/identity';
import { endPatientSessions } from '#modules/identity';
import { listPatientsForStaff, readPatientForStaff, revealPatientForStaff } from '#workflows';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';
import { accessReason } from '../texts';
import { holdEvents, holdHandlers } from './holds.server';
import { wayBackEvents, wayBackFailures, wayBackHandlers } from './ways-back.server';

const resource = defineResource({
  name: 'patients',
  list: patientList,
  record: patientRecord,
  detail: patientDetailRecord,
  events: {
    reveal: z.strictObject({ reason: accessReason }),
    'end-sessions': nothing,
    ...holdEvents,
    ...wayBackEvents,
  },
  failures: wayBackFailures,
});

export const patients = serve(resource, {
  list: listPatientsForStaff,
  record: readPatientForStaff,
  events: {
    reveal: (ctx, { id, body }) => revealPatientForStaff(ctx, { patientId: id, ...body }),
    'end-sessions': (ctx, { id }) => endPatientSessions(ctx, { patientId: id }),
    ...holdHandlers('patient'),
    ...wayBackHandlers('patient'),
  },
});
