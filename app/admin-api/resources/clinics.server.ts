import { z } from 'zod';
import {
  changeRefusalSchema,
  changeSchema,
  clinicDetailRecord,
  clinicList,
  clinicNoteSchema,
  clinicRecord,
  decisionReasonSchema,
  lookedAtSchema,
  pictureRefusalSchema,
  pictureSchema,
  rejectionSchema,
} from '#contracts/clinic-onboarding';
import { accountWays } from '#contracts/identity';
import {
  acceptChange,
  acceptPicture,
  addNote,
  listClinics,
  refuseChange,
  refusePicture,
} from '#modules/clinic-onboarding';
import {
  approveClinic,
  clinicWithOffers,
  readClinicWithOffers,
  reinstateClinic,
  rejectClinic,
  suspendClinicAndEndSessions,
} from '#workflows';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';
import { holdEvents, holdHandlers } from './holds.server';
import { wayBackEvents, wayBackFailures, wayBackHandlers } from './ways-back.server';

const resource = defineResource({
  name: 'clinics',
  list: clinicList,
  record: clinicRecord,
  detail: clinicDetailRecord.extend({
    /** What the clinic loses when it is suspended. */
    liveOffers: z.int(),
    /** Since when nothing of it may be erased. */
    heldSince: z.iso.datetime().nullable(),
    ways: accountWays,
  }),
  events: {
    approve: lookedAtSchema,
    reject: rejectionSchema,
    suspend: decisionReasonSchema,
    reinstate: nothing,
    note: clinicNoteSchema,
    'accept-change': changeSchema,
    'refuse-change': changeRefusalSchema,
    'accept-picture': pictureSchema,
    'refuse-picture': pictureRefusalSchema,
    ...holdEvents,
    ...wayBackEvents,
  },
  failures: wayBackFailures,
});

export const clinics = serve(resource, {
  list: listClinics,
  record: clinicWithOffers,
  read: readClinicWithOffers,
  events: {
    approve: (ctx, { id, body }) => approveClinic(ctx, { clinicId: id, ...body }),
    reject: (ctx, { id, body }) => rejectClinic(ctx, { clinicId: id, ...body }),
    suspend: (ctx, { id, body }) => suspendClinicAndEndSessions(ctx, { clinicId: id, ...body }),
    reinstate: (ctx, { id }) => reinstateClinic(ctx, { clinicId: id }),
    note: (ctx, { id, body }) => addNote(ctx, { clinicId: id, ...body }),
    'accept-change': (ctx, { id, body }) => acceptChange(ctx, { clinicId: id, ...body }),
    'refuse-change': (ctx, { id, body }) => refuseChange(ctx, { clinicId: id, ...body }),
    'accept-picture': (ctx, { id, body }) => acceptPicture(ctx, { clinicId: id, ...body }),
    'refuse-picture': (ctx, { id, body }) => refusePicture(ctx, { clinicId: id, ...body }),
    ...holdHandlers('clinic'),
    ...wayBackHandlers('clinic'),
  },
});
