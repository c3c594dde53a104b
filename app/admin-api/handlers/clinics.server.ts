import {
  addNote,
  clinicForStaff,
  listClinics,
  readClinicForStaff,
} from '#modules/clinic-onboarding';
import {
  approveClinic,
  reinstateClinic,
  rejectClinic,
  suspendClinicAndEndSessions,
} from '#workflows';
import { clinics } from '../resources/clinics';
import { serve } from '../serve.server';

export const clinicEndpoints = serve(clinics, {
  list: listClinics,
  record: clinicForStaff,
  read: readClinicForStaff,
  events: {
    approve: (ctx, { id, body }) => approveClinic(ctx, { clinicId: id, ...body }),
    reject: (ctx, { id, body }) => rejectClinic(ctx, { clinicId: id, ...body }),
    suspend: (ctx, { id, body }) => suspendClinicAndEndSessions(ctx, { clinicId: id, ...body }),
    reinstate: (ctx, { id }) => reinstateClinic(ctx, { clinicId: id }),
    note: (ctx, { id, body }) => addNote(ctx, { clinicId: id, ...body }),
  },
});
