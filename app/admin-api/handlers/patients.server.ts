import { endPatientSessions } from '#modules/identity';
import { listPatientsForStaff, readPatientForStaff, revealPatientForStaff } from '#workflows';
import { patients } from '../resources/patients';
import { serve } from '../serve.server';

export const patientEndpoints = serve(patients, {
  list: listPatientsForStaff,
  record: readPatientForStaff,
  events: {
    reveal: (ctx, { id, body }) => revealPatientForStaff(ctx, { patientId: id, ...body }),
    'end-sessions': (ctx, { id }) => endPatientSessions(ctx, { patientId: id }),
  },
});
