import {
  clinicEvents,
  documentEvents,
  promisedDays,
  verificationEvents,
} from '#contracts/clinic-onboarding';
import { changedPointOf, clinicUnderReview, documentKindOf } from '#modules/clinic-onboarding';
import { endBrowsers, endWebhooks } from '#modules/webhooks';
import type { Ctx } from '#platform/context';
import { spokenIn } from '#languages/words.server.ts';
import type { Values } from '../notifications/notification';
import { dayIn } from '../notifications/words';
import { withdrawWithClinic } from '../offers/withdraw-with-clinic';
import { allStaff, eventPage, itsClinic } from './event-page';

interface OfClinic {
  readonly clinicId: string;
}

const noPromise = { by: '', latest: '' };

/** The clinic, and what it was promised: the same days as on its page and in the console. */
export async function applicationValues(
  ctx: Ctx,
  { clinicId = '' }: { clinicId?: string },
): Promise<Values | null> {
  const found = await clinicUnderReview(ctx, { clinicId });
  if (!found) return null;
  const { name: clinic, promise } = found;
  const days = promise ? promisedDays(promise, ctx.locale) : noPromise;
  return { clinic, promised: promise ? 'yes' : 'no', ...days };
}

const application = {
  about: 'application',
  topic: 'application',
  by: 'both',
  to: itsClinic,
  ids: ({ clinicId }: OfClinic) => ({ clinicId }),
  page: () => '/clinic/pending-approval',
  values: applicationValues,
} as const;

/** What opens or closes the account. */
const decision = { ...application, alone: true } as const;
const opened = { ...decision, page: () => '/clinic/dashboard' };

const toStaff = {
  ...application,
  by: 'mail',
  to: allStaff,
  page: ({ clinicId }: { clinicId?: string }) => `/admin/clinics/${clinicId}/show`,
} as const;

/** What was verified, by kind of document, and its last day. */
const ending = {
  ...application,
  ids: ({ clinicId, kind, until }: OfClinic & { kind: string; until: string }) => ({
    ...{ clinicId, kind, until },
  }),
  page: () => '/clinic/profile/documents',
  values: async (ctx: Ctx, ids: { clinicId?: string; kind?: string; until?: string }) => {
    const known = await applicationValues(ctx, ids);
    const { kind = '', until = '' } = ids;
    const document = spokenIn(ctx.locale)(`mail.document.${kind}`);
    return known && { ...known, document, until: dayIn(ctx.locale, new Date(until)) };
  },
} as const;

/** A kind of document that a law requires, and its first day. */
const requirement = {
  ...ending,
  ids: ({ clinicId, kind, from }: OfClinic & { kind: string; from: string }) => ({
    ...{ clinicId, kind, from },
  }),
  values: async (ctx: Ctx, ids: { clinicId?: string; kind?: string; from?: string }) => {
    const known = await applicationValues(ctx, ids);
    const { kind = '', from = '' } = ids;
    const document = spokenIn(ctx.locale)(`mail.document.${kind}`);
    return known && { ...known, document, from: dayIn(ctx.locale, new Date(from)) };
  },
} as const;

/** A change of a verified point that staff decided about. */
const change = {
  ...application,
  ids: ({ clinicId, changeId }: OfClinic & { changeId: string }) => ({ clinicId, changeId }),
  page: () => '/clinic/profile/verified',
  values: async (ctx: Ctx, ids: { clinicId?: string; changeId?: string }) => {
    const known = await applicationValues(ctx, ids);
    const point = await changedPointOf(ctx, { changeId: ids.changeId ?? '' });
    const text = spokenIn(ctx.locale);
    return known && point && { ...known, point: text(`mail.point.${point}`) };
  },
} as const;

export const clinicPages = [
  eventPage(clinicEvents['clinic-onboarding.registered'], {
    when: 'A clinic registers.',
    causedBy: ['clinic-onboarding.complete-registration'],
    rows: {
      'identity.clinic_account': 'new',
      'identity.clinic_member': 'new',
      'identity.session': 'new, ended_at',
      'clinic_onboarding.clinic': 'new',
      'clinic_onboarding.activity': 'new',
      'twins.mark': 'new',
    },
    audit: ['identity.clinic-registered', 'clinic-onboarding.register'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.registered': { ...application, by: 'mail' } },
  }),

  eventPage(clinicEvents['clinic-onboarding.documents-completed'], {
    when: 'A clinic has uploaded every document that its application needs: the review begins.',
    causedBy: [
      'clinic-onboarding.upload-document',
      'clinic-onboarding.upload-documents',
      'clinic-onboarding.resubmit',
    ],
    rows: {
      'clinic_onboarding.document': 'new',
      'clinic_onboarding.clinic': 'complete_at, due_at, stage',
      'clinic_onboarding.activity': 'new',
    },
    enqueues: ['clinic-onboarding.scan-document'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
  }),

  eventPage(clinicEvents['clinic-onboarding.documents-incomplete'], {
    when: 'A document of an application under review is refused or needed again, or a law requires one more.',
    causedBy: [
      'admin.documents.reject',
      'admin.documents.ask-again',
      'clinic-onboarding.scan-document',
      'clinic-onboarding.remind-of-ends',
    ],
    rows: {
      'clinic_onboarding.document': 'note, review, reviewed_at, reviewed_by',
      'clinic_onboarding.reviewer_sight': 'new',
      'clinic_onboarding.clinic': 'complete_at, due_at, stage',
      'clinic_onboarding.activity': 'new',
    },
    audit: ['clinic-onboarding.reject-document'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
  }),

  eventPage(clinicEvents['clinic-onboarding.reminder-due'], {
    when: 'An application has waited for half of the promised time.',
    causedBy: ['clinic-onboarding.reminder-window'],
    rows: { 'clinic_onboarding.clinic': 'stage', 'clinic_onboarding.activity': 'new' },
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.reminder-due': toStaff },
  }),

  eventPage(clinicEvents['clinic-onboarding.escalated'], {
    when: 'An application has waited for most of the promised time.',
    causedBy: ['clinic-onboarding.escalation-window'],
    rows: { 'clinic_onboarding.clinic': 'stage', 'clinic_onboarding.activity': 'new' },
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.escalated': toStaff },
  }),

  eventPage(clinicEvents['clinic-onboarding.breached'], {
    when: 'The promised time of a review is over.',
    causedBy: ['clinic-onboarding.breach-window'],
    rows: { 'clinic_onboarding.clinic': 'stage', 'clinic_onboarding.activity': 'new' },
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.breached': toStaff },
  }),

  eventPage(clinicEvents['clinic-onboarding.approved'], {
    when: 'The team approves a clinic.',
    causedBy: ['admin.clinics.approve'],
    rows: {
      'clinic_onboarding.clinic': 'decided_at, slug, stage, status',
      'clinic_onboarding.public_address': 'new',
      'identity.clinic_account': 'approval',
      'clinic_onboarding.activity': 'new',
    },
    audit: ['clinic-onboarding.approve'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.approved': opened },
  }),

  eventPage(clinicEvents['clinic-onboarding.rejected'], {
    when: 'The team refuses an application.',
    causedBy: ['admin.clinics.reject'],
    rows: {
      'clinic_onboarding.clinic': 'decided_at, reason, stage, status',
      'identity.clinic_account': 'approval',
      'clinic_onboarding.activity': 'new',
    },
    audit: ['clinic-onboarding.reject'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.rejected': decision },
  }),

  eventPage(clinicEvents['clinic-onboarding.resubmitted'], {
    when: 'A refused clinic applies again.',
    causedBy: ['clinic-onboarding.resubmit'],
    rows: {
      'clinic_onboarding.clinic': 'decided_at, reason, resubmissions, status',
      'clinic_onboarding.activity': 'new',
      'identity.clinic_account': 'approval',
    },
    audit: ['clinic-onboarding.resubmit'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
  }),

  eventPage(clinicEvents['clinic-onboarding.suspended'], {
    when: 'The team suspends a clinic: it is shut in this transaction, its offers follow.',
    causedBy: ['admin.clinics.suspend'],
    rows: {
      'clinic_onboarding.clinic': 'decided_at, reason, status',
      'identity.clinic_account': 'approval',
      'identity.known_browser': 'gone',
      'identity.session': 'ended_at',
      'clinic_onboarding.activity': 'new',
    },
    audit: ['clinic-onboarding.suspend'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    steps: {
      'webhooks.end-with-suspension': endWebhooks,
      'push.end-with-suspension': (tx, { clinicId: id }) => endBrowsers(tx, { kind: 'clinic', id }),
    },
    jobs: {
      'offers.withdraw-with-clinic': (ctx, { clinicId }) =>
        withdrawWithClinic(ctx, { clinicId, by: 'suspension' }),
    },
    notify: { 'clinic-onboarding.suspended': decision },
  }),

  eventPage(clinicEvents['clinic-onboarding.reinstated'], {
    when: 'The team ends a suspension.',
    causedBy: ['admin.clinics.reinstate'],
    rows: {
      'clinic_onboarding.clinic': 'decided_at, reason, status',
      'identity.clinic_account': 'approval',
      'clinic_onboarding.activity': 'new',
    },
    audit: ['clinic-onboarding.reinstate'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.reinstated': opened },
  }),

  eventPage(verificationEvents['clinic-onboarding.verification-ending'], {
    when: 'A document that was verified ends soon.',
    causedBy: ['clinic-onboarding.remind-of-ends'],
    rows: { 'clinic_onboarding.document': 'notice_given', 'clinic_onboarding.activity': 'new' },
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.verification-ending': ending },
  }),

  eventPage(verificationEvents['clinic-onboarding.verification-ended'], {
    when: 'A document that was verified has ended.',
    causedBy: ['clinic-onboarding.remind-of-ends'],
    rows: { 'clinic_onboarding.document': 'notice_given', 'clinic_onboarding.activity': 'new' },
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.verification-ended': ending },
  }),

  eventPage(verificationEvents['clinic-onboarding.document-due'], {
    when: 'A law requires a kind of document from a near day on, and the clinic has not handed it in.',
    causedBy: ['clinic-onboarding.remind-of-ends'],
    rows: {
      'clinic_onboarding.requirement_notice': 'new, days',
      'clinic_onboarding.activity': 'new',
    },
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.document-due': requirement },
  }),

  eventPage(verificationEvents['clinic-onboarding.document-overdue'], {
    when: 'A law requires a kind of document since today, and none of the clinic is accepted.',
    causedBy: ['clinic-onboarding.remind-of-ends'],
    rows: {
      'clinic_onboarding.requirement_notice': 'new, days, from_day',
      'clinic_onboarding.activity': 'new',
    },
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.document-overdue': requirement },
  }),

  eventPage(verificationEvents['clinic-onboarding.check-asked'], {
    when: 'Something of an approved clinic waits for a check, and nothing did before.',
    causedBy: [
      '/clinic/profile/verified',
      '/clinic/profile/pictures',
      'clinic-onboarding.upload-document',
    ],
    rows: {
      'clinic_onboarding.point_change': 'new',
      'clinic_onboarding.picture': 'new',
      'clinic_onboarding.document': 'new',
      'clinic_onboarding.clinic': 'checks_since',
      'clinic_onboarding.activity': 'new',
    },
    audit: ['clinic-onboarding.change-asked', 'clinic-onboarding.add-picture'],
    enqueues: ['clinic-onboarding.scan-document'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.check-asked': toStaff },
  }),

  eventPage(verificationEvents['clinic-onboarding.change-accepted'], {
    when: 'The team accepts a change of a verified point.',
    causedBy: ['admin.clinics.accept-change'],
    rows: {
      'clinic_onboarding.point_change': 'decided_at, decided_by, state',
      'clinic_onboarding.clinic': 'checks_since, city, city_plain',
      'clinic_onboarding.activity': 'new',
    },
    audit: ['clinic-onboarding.change-accepted'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.change-accepted': change },
  }),

  eventPage(verificationEvents['clinic-onboarding.change-refused'], {
    when: 'The team refuses a change of a verified point.',
    causedBy: ['admin.clinics.refuse-change'],
    rows: {
      'clinic_onboarding.point_change': 'decided_at, decided_by, reason, state',
      'clinic_onboarding.clinic': 'checks_since',
      'clinic_onboarding.activity': 'new',
    },
    audit: ['clinic-onboarding.change-refused'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: { 'clinic-onboarding.change-refused': change },
  }),

  eventPage(documentEvents['clinic-onboarding.document-asked-again'], {
    when: 'A document is needed again: the team asks for it, or the scanner found something in it.',
    causedBy: ['admin.documents.ask-again', 'clinic-onboarding.scan-document'],
    rows: {
      'clinic_onboarding.document': 'note, review, reviewed_at, reviewed_by, scan',
      'clinic_onboarding.reviewer_sight': 'new',
      'clinic_onboarding.activity': 'new',
    },
    audit: ['clinic-onboarding.ask-again-document', 'clinic-onboarding.document-infected'],
    live: { clinic: ['clinic-onboarding.application-changed'], staff: ['staff.queue-changed'] },
    notify: {
      'clinic-onboarding.document-asked-again': {
        ...application,
        ids: ({ clinicId, documentId }) => ({ clinicId, documentId }),
        values: async (ctx, ids) => {
          const kind = await documentKindOf(ctx, { documentId: ids.documentId ?? '' });
          const known = await applicationValues(ctx, ids);
          const text = spokenIn(ctx.locale);
          return kind && known && { ...known, document: text(`mail.document.${kind}`) };
        },
      },
    },
  }),
];
