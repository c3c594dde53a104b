import { z } from 'zod';
import {
  acceptanceSchema,
  changeRefusalSchema,
  changeSchema,
  clinicDetailRecord,
  clinicList,
  clinicNoteSchema,
  clinicRecord,
  decisionReasonSchema,
  documentList,
  documentNoteSchema,
  documentRecord,
  endDateSchema,
  lookedAtSchema,
  pictureRefusalSchema,
  pictureSchema,
  rejectionSchema,
} from '#contracts/clinic-onboarding';
import {
  accountWays,
  addStaffCall,
  patientDetailRecord,
  patientList,
  patientRecord,
  phoneInputSchema,
  staffList,
  staffRecord,
  staffRoles,
} from '#contracts/identity';
import {
  acceptDocument,
  acceptPicture,
  addNote,
  askDocumentAgain,
  listClinics,
  listDocuments,
  refuseChange,
  refusePicture,
  rejectDocument,
  setEndDate,
} from '#modules/clinic-onboarding';
import {
  addStaff,
  changeStaffRole,
  disableStaff,
  enableStaff,
  endPatientSessions,
  endStaffSession,
  endStaffSessions,
  inviteStaffAgain,
  listStaff,
  readStaff,
  resetStaffFactors,
} from '#modules/identity';
import { AppError } from '#platform/base/errors';
import type { CtxOf } from '#platform/context';
import type { Person } from '#platform/privacy/person-data';
import {
  acceptChange,
  approveClinic,
  askForWayBack,
  clinicWithOffers,
  confirmAskedWayBack,
  liftLegalHold,
  listPatientsForStaff,
  placeLegalHold,
  readClinicWithOffers,
  readPatientForStaff,
  reinstateClinic,
  rejectClinic,
  revealPatientForStaff,
  suspendClinicAndEndSessions,
} from '#workflows';
import { accessReason, defineResource, nothing } from '../resource';
import { onlyOne, serve } from '../serve.server';
import { endpoint, type Endpoint } from '#app/http/api.server';

const why = z.strictObject({ reason: accessReason });
const recoveryAsked = z.strictObject({
  phoneNumber: phoneInputSchema.optional(),
  reason: accessReason,
});
const recoveryConfirmed = z.strictObject({ wayBackId: z.uuid() });

/**
 * Bodies of the events of any account: it is kept from being erased, and two of the team allow its recovery.
 */
const accountEvents = {
  hold: why,
  'lift-hold': why,
  'ask-way-back': recoveryAsked,
  'confirm-way-back': recoveryConfirmed,
};

/** How they may fail besides what every event may. */
const accountFailures = {
  'ask-way-back': ['invalid_phone', 'unsupported_number'],
  'confirm-way-back': ['number_taken'],
} as const;

type Handlers = {
  [Name in keyof typeof accountEvents]: (
    ctx: CtxOf<'staff'>,
    sent: { id: string; body: z.output<(typeof accountEvents)[Name]> },
  ) => Promise<void>;
};

/** What they do, for records that are accounts of this kind. */
const accountHandlers = (kind: Person['kind']): Handlers => ({
  hold: (ctx, { id, body }) => placeLegalHold(ctx, { person: { kind, id }, ...body }),
  'lift-hold': (ctx, { id, body }) => liftLegalHold(ctx, { person: { kind, id }, ...body }),
  'ask-way-back': (ctx, { id, body }) => askForWayBack(ctx, { account: { kind, id }, ...body }),
  'confirm-way-back': (ctx, { id, body }) =>
    confirmAskedWayBack(ctx, { account: { kind, id }, ...body }),
});

const clinicResource = defineResource({
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
    ...accountEvents,
  },
  failures: accountFailures,
});

export const clinics = serve(clinicResource, {
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
    ...accountHandlers('clinic'),
  },
});

const documentResource = defineResource({
  name: 'documents',
  list: documentList,
  record: documentRecord,
  detail: documentRecord,
  events: {
    accept: acceptanceSchema,
    'ask-again': documentNoteSchema,
    reject: documentNoteSchema,
    'set-end-date': endDateSchema,
  },
});

export const documents = serve(documentResource, {
  list: listDocuments,
  record: (ctx, id) => onlyOne(documentResource, listDocuments, ctx, id),
  events: {
    accept: (ctx, { id, body }) => acceptDocument(ctx, { documentId: id, ...body }),
    'ask-again': (ctx, { id, body }) => askDocumentAgain(ctx, { documentId: id, ...body }),
    'set-end-date': (ctx, { id, body }) => setEndDate(ctx, { documentId: id, ...body }),
    reject: (ctx, { id, body }) => rejectDocument(ctx, { documentId: id, ...body }),
  },
});

const patientResource = defineResource({
  name: 'patients',
  list: patientList,
  record: patientRecord,
  detail: patientDetailRecord,
  events: {
    reveal: z.strictObject({ reason: accessReason }),
    'end-sessions': nothing,
    ...accountEvents,
  },
  failures: accountFailures,
});

export const patients = serve(patientResource, {
  list: listPatientsForStaff,
  record: readPatientForStaff,
  events: {
    reveal: (ctx, { id, body }) => revealPatientForStaff(ctx, { patientId: id, ...body }),
    'end-sessions': (ctx, { id }) => endPatientSessions(ctx, { patientId: id }),
    ...accountHandlers('patient'),
  },
});

const staffResource = defineResource({
  name: 'staff',
  list: staffList,
  record: staffRecord,
  detail: staffRecord,
  events: {
    'change-role': z.strictObject({ role: z.enum(staffRoles) }),
    disable: nothing,
    enable: nothing,
    'invite-again': nothing,
    'reset-factors': nothing,
    'end-session': z.strictObject({ sessionId: z.string().max(100) }),
    'end-sessions': nothing,
  },
  failures: {
    'change-role': ['last_admin'],
    disable: ['last_admin'],
    'reset-factors': ['last_admin'],
  },
});

/** The record as it stands, with the link that was just made: no other answer holds it. */
const withLink = async (ctx: CtxOf<'staff'>, id: string, link: string) => ({
  ...(await readStaff(ctx, id)),
  enrolmentLink: link,
});

const addEndpoint: Endpoint = endpoint(addStaffCall, async (ctx, { body }) => {
  const { id, link } = await addStaff(ctx, body);
  return { record: await withLink(ctx, id, link) };
});

export const staff = serve(
  staffResource,
  {
    // Reviewers ask for names by their ids alone, to see who did what.
    list: (ctx, request) => {
      if (ctx.actor.role !== 'admin' && !request.filter.id) throw new AppError('forbidden');
      return listStaff(ctx, request);
    },
    record: readStaff,
    events: {
      'change-role': (ctx, { id, body }) => changeStaffRole(ctx, { staffId: id, ...body }),
      disable: (ctx, { id }) => disableStaff(ctx, { staffId: id }),
      enable: (ctx, { id }) => enableStaff(ctx, { staffId: id }),
      'invite-again': async (ctx, { id }) =>
        withLink(ctx, id, (await inviteStaffAgain(ctx, { staffId: id })).link),
      'reset-factors': async (ctx, { id }) =>
        withLink(ctx, id, (await resetStaffFactors(ctx, { staffId: id })).link),
      'end-session': (ctx, { id, body }) => endStaffSession(ctx, { staffId: id, ...body }),
      'end-sessions': (ctx, { id }) => endStaffSessions(ctx, { staffId: id }),
    },
  },
  [addEndpoint],
);
