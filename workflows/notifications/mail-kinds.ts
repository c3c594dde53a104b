import type { Ctx } from '#platform/context';
import { clinicContact, documentKindOf } from '#modules/clinic-onboarding';
import { leadClosesAt } from '#modules/leads';
import { text } from './words';

type Facts = Readonly<Record<string, string | undefined>>;

/** What a mail needs besides its words in `messages/en/mail.json`. */
interface MailKind {
  /** Where its button leads: a path of ours. */
  readonly page: (facts: Facts) => string;
  /** Values of its words, looked up when it is sent; null when what it is about is gone. */
  readonly values?: (ctx: Ctx, facts: Facts) => Promise<Record<string, string> | null>;
}

const application: MailKind = { page: () => '/clinic/pending-approval' };
const dashboard: MailKind = { page: () => '/clinic/dashboard' };
const request: MailKind = { page: ({ leadId }) => `/request-detail/${leadId}` };

const review: MailKind = {
  page: ({ clinicId }) => `/admin/clinics/${clinicId}/show`,
  values: async (ctx, { clinicId = '' }) => {
    const clinic = await clinicContact(ctx, { clinicId });
    return clinic && { clinic: clinic.name };
  },
};

const documentAskedAgain: MailKind = {
  ...application,
  values: async (ctx, { documentId = '' }) => {
    const kind = await documentKindOf(ctx, { documentId });
    return kind && { document: text(`mail.document.${kind}`) };
  },
};

const reminder: MailKind = {
  ...request,
  values: async (ctx, { leadId = '' }) => {
    const closes = await leadClosesAt(ctx, { leadId });
    return closes && { date: day.format(closes) };
  },
};

const staffConsole: MailKind = { page: () => '/admin' };

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Every mail there is, by the dotted word under which its words lie. */
export const mailKinds = {
  'clinic-onboarding.registered': application,
  'clinic-onboarding.document-asked-again': documentAskedAgain,
  'clinic-onboarding.approved': dashboard,
  'clinic-onboarding.rejected': application,
  'clinic-onboarding.suspended': application,
  'clinic-onboarding.reinstated': dashboard,
  'clinic-onboarding.reminder-due': review,
  'clinic-onboarding.escalated': review,
  'clinic-onboarding.breached': review,
  'identity.patient-on-new-device': { page: () => '/profile/devices' },
  'identity.clinic-on-new-device': dashboard,
  'identity.staff-signed-in': staffConsole,
  'identity.staff-factor-changed': staffConsole,
  'leads.submitted': request,
  'leads.published': request,
  'leads.no-offers-yet': request,
  'leads.reminder-due': reminder,
  'leads.expired': request,
  'leads.refused': request,
} as const satisfies Record<string, MailKind>;

export type MailKindName = keyof typeof mailKinds;

/** Null for a kind that this version does not know. */
export const mailKindOf = (kind: string): MailKind | null =>
  Object.hasOwn(mailKinds, kind) ? mailKinds[kind as MailKindName] : null;
