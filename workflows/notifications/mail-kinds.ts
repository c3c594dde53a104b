import type { Ctx } from '#platform/context';
import { promisedDays } from '#contracts/clinic-onboarding';
import type { RecipientType } from '#contracts/notifications';
import { clinicUnderReview, documentKindOf } from '#modules/clinic-onboarding';
import { linkForMail, previousEmailOf } from '#modules/identity';
import { leadDates } from '#modules/leads';
import { text } from './words';

type Facts = Readonly<Record<string, string | undefined>>;
type Values = Readonly<Record<string, string>>;

/** What a mail needs besides its words in `messages/en/mail.json`. */
export interface MailKind {
  /**
   * What it is about, named at the start of the line that lists of mails show: `mail.about.{about}`. Of requests and
   * applications nothing is told to an address that nobody has proved.
   */
  readonly about: 'account' | 'application' | 'request' | 'staff-account';
  /** Where its button leads: a path of ours. */
  readonly page: (facts: Facts, reader: RecipientType) => string;
  /** Proves the reader's own address; nobody needs it any more once that is proved. */
  readonly proves?: true;
  /** Another address than the reader's own, and a page that only it is told; null when it is of no use any more. */
  readonly elsewhere?: (
    ctx: Ctx,
    facts: Facts,
    reader: RecipientType,
  ) => Promise<{ readonly to: string; readonly link?: string } | null>;
  /** Values of its words, looked up when it is sent; null when what it is about is gone. */
  readonly values: (ctx: Ctx, facts: Facts) => Promise<Values | null>;
}

const noPromise = { by: '', latest: '' };

/** The clinic, and what it was promised: the same days as on its page and in the console. */
async function applicationValues(ctx: Ctx, { clinicId = '' }: Facts): Promise<Values | null> {
  const found = await clinicUnderReview(ctx, { clinicId });
  if (!found) return null;
  const { name: clinic, promise } = found;
  const days = promise ? promisedDays(promise) : noPromise;
  return { clinic, promised: promise ? 'yes' : 'no', ...days };
}

async function requestValues(ctx: Ctx, { leadId = '' }: Facts): Promise<Values> {
  const dates = await leadDates(ctx, { leadId });
  return {
    sent: dates ? day.format(dates.sentAt) : 'unknown',
    date: dates?.closesAt ? day.format(dates.closesAt) : '',
  };
}

const application: MailKind = {
  about: 'application',
  page: () => '/clinic/pending-approval',
  values: applicationValues,
};
const dashboard: MailKind = { ...application, page: () => '/clinic/dashboard' };
const review: MailKind = {
  ...application,
  page: ({ clinicId }) => `/admin/clinics/${clinicId}/show`,
};

const documentAskedAgain: MailKind = {
  ...application,
  values: async (ctx, facts) => {
    const kind = await documentKindOf(ctx, { documentId: facts.documentId ?? '' });
    const values = await applicationValues(ctx, facts);
    return kind && values && { ...values, document: text(`mail.document.${kind}`) };
  },
};

const request: MailKind = {
  about: 'request',
  page: ({ leadId }) => `/request-detail/${leadId}`,
  values: requestValues,
};

const reminder: MailKind = {
  ...request,
  // Closed already: there is nothing left to remind of.
  values: async (ctx, facts) => {
    const values = await requestValues(ctx, facts);
    return values.date ? values : null;
  },
};

const account = {
  about: 'account',
  values: () => Promise.resolve({}),
} as const satisfies Partial<MailKind>;
const staffConsole: MailKind = { ...account, about: 'staff-account', page: () => '/admin' };

const securityPage = (_facts: Facts, reader: RecipientType): string =>
  reader === 'clinic' ? '/clinic/security' : '/profile/security';

/** Where the link of a mail is confirmed; looking there changes nothing. */
export const linkPage = (reader: RecipientType, link: string): string =>
  `${reader === 'clinic' ? '/clinic' : '/profile'}/email?link=${link}`;

const emailLink: MailKind = {
  ...account,
  page: securityPage,
  elsewhere: async (ctx, { linkId = '' }, reader) => {
    const open = await linkForMail(ctx, { linkId });
    return open && { to: open.email, link: linkPage(reader, open.link) };
  },
};

const toPreviousEmail: MailKind = {
  ...account,
  page: securityPage,
  elsewhere: async (ctx, { linkId = '' }) => {
    const to = await previousEmailOf(ctx, { linkId });
    return to === null ? null : { to };
  },
};

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
  'identity.patient-on-new-device': { ...account, page: () => '/profile/devices' },
  'identity.clinic-on-new-device': { ...account, page: securityPage },
  'identity.email-changed': toPreviousEmail,
  'identity.email-change-asked': toPreviousEmail,
  'identity.email-link': emailLink,
  'identity.email-proof': { ...account, page: securityPage, proves: true },
  'identity.factor-changed': { ...account, page: securityPage },
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
