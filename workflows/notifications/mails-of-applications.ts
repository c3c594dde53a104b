import {
  applicationFacts,
  documentFacts,
  promisedDays,
  verificationFacts,
} from '#contracts/clinic-onboarding';
import { identityFacts } from '#contracts/identity';
import { changedPointOf, clinicUnderReview, documentKindOf } from '#modules/clinic-onboarding';
import type { Ctx } from '#platform/context';
import { mailOf, type Values } from './mail-of';
import { allStaff, itsClinic } from './readers';
import { dayIn, textIn } from './words';

const noPromise = { by: '', latest: '' };

/** The clinic, and what it was promised: the same days as on its page and in the console. */
async function values(ctx: Ctx, { clinicId = '' }: { clinicId?: string }): Promise<Values | null> {
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
  ids: ({ clinicId }: { clinicId: string }) => ({ clinicId }),
  page: () => '/clinic/pending-approval',
  values,
} as const;
const dashboard = { ...application, page: () => '/clinic/dashboard' };
const review = {
  ...application,
  by: 'mail',
  to: allStaff,
  page: ({ clinicId }: { clinicId?: string }) => `/admin/clinics/${clinicId}/show`,
} as const;

const facts = applicationFacts;

/** What was verified, by kind of document, and its last day. */
const ending = {
  ...application,
  ids: ({ clinicId, kind, until }: { clinicId: string; kind: string; until: string }) => ({
    ...{ clinicId, kind, until },
  }),
  page: () => '/clinic/profile/documents',
  values: async (ctx: Ctx, ids: { clinicId?: string; kind?: string; until?: string }) => {
    const known = await values(ctx, ids);
    const { kind = '', until = '' } = ids;
    const document = textIn(ctx.locale)(`mail.document.${kind}`);
    return known && { ...known, document, until: dayIn(ctx.locale, new Date(until)) };
  },
} as const;

/** A change of a verified point that staff decided about. */
const change = {
  ...application,
  ids: ({ clinicId, changeId }: { clinicId: string; changeId: string }) => ({ clinicId, changeId }),
  page: () => '/clinic/profile/verified',
  values: async (ctx: Ctx, ids: { clinicId?: string; changeId?: string }) => {
    const known = await values(ctx, ids);
    const point = await changedPointOf(ctx, { changeId: ids.changeId ?? '' });
    const text = textIn(ctx.locale);
    return known && point && { ...known, point: text(`mail.point.${point}`) };
  },
} as const;

/** What clinics are told of their applications, and the review team when one waits. */
export const applicationMails = {
  'clinic-onboarding.registered': mailOf({
    ...application,
    by: 'mail',
    on: facts['clinic-onboarding.registered'],
  }),
  'clinic-onboarding.document-asked-again': mailOf({
    ...application,
    on: documentFacts['clinic-onboarding.document-asked-again'],
    ids: ({ clinicId, documentId }) => ({ clinicId, documentId }),
    values: async (ctx, ids) => {
      const kind = await documentKindOf(ctx, { documentId: ids.documentId ?? '' });
      const known = await values(ctx, ids);
      const text = textIn(ctx.locale);
      return kind && known && { ...known, document: text(`mail.document.${kind}`) };
    },
  }),
  'clinic-onboarding.approved': mailOf({ ...dashboard, on: facts['clinic-onboarding.approved'] }),
  'clinic-onboarding.rejected': mailOf({ ...application, on: facts['clinic-onboarding.rejected'] }),
  'identity.clinic-detached': mailOf({
    ...review,
    on: identityFacts['identity.account-detached'],
    to: ({ principal }, ctx) => (principal === 'clinic' ? allStaff({}, ctx) : []),
    ids: ({ accountId: clinicId }) => ({ clinicId }),
  }),
  'clinic-onboarding.suspended': mailOf({
    ...application,
    on: facts['clinic-onboarding.suspended'],
  }),
  'clinic-onboarding.reinstated': mailOf({
    ...dashboard,
    on: facts['clinic-onboarding.reinstated'],
  }),
  'clinic-onboarding.verification-ending': mailOf({
    ...ending,
    on: verificationFacts['clinic-onboarding.verification-ending'],
  }),
  'clinic-onboarding.verification-ended': mailOf({
    ...ending,
    on: verificationFacts['clinic-onboarding.verification-ended'],
  }),
  'clinic-onboarding.change-accepted': mailOf({
    ...change,
    on: verificationFacts['clinic-onboarding.change-accepted'],
  }),
  'clinic-onboarding.change-refused': mailOf({
    ...change,
    on: verificationFacts['clinic-onboarding.change-refused'],
  }),
  'clinic-onboarding.check-asked': mailOf({
    ...review,
    on: verificationFacts['clinic-onboarding.check-asked'],
  }),
  'clinic-onboarding.reminder-due': mailOf({
    ...review,
    on: facts['clinic-onboarding.reminder-due'],
  }),
  'clinic-onboarding.escalated': mailOf({ ...review, on: facts['clinic-onboarding.escalated'] }),
  'clinic-onboarding.breached': mailOf({ ...review, on: facts['clinic-onboarding.breached'] }),
};
