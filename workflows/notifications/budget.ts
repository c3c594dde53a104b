/** What a mail is about, as the start of its line in lists of mails names it. */
export type About =
  | 'account'
  | 'application'
  | 'request'
  | 'offer'
  | 'deal'
  | 'exchange'
  | 'ticket'
  | 'staff-account';

/**
 * Mails without a budget, each with its reason: every one of them counts. What makes them is itself limited per person
 * (sign-ins, codes, links) or happens once.
 */
export const exemptMails: Readonly<Record<string, string>> = {
  'identity.patient-on-new-device': 'security: each device is another one to check',
  'identity.clinic-on-new-device': 'security: each device is another one to check',
  'identity.clinic-token-made': 'security: each token is another one to check',
  'identity.email-changed': 'security: goes to the address before, with a link of its own',
  'identity.email-change-asked': 'security: goes to the address before, with a link of its own',
  'identity.email-link': 'code: the person waits for this link',
  'identity.email-proof': 'code: the person waits for this link',
  'identity.account-detached': 'security: the account was taken from its number',
  'identity.way-back-opened': 'security: a way into the account was opened',
  'identity.factor-changed': 'security: each change of a factor',
  'identity.staff-signed-in': 'security: each new device of staff',
  'identity.staff-factor-changed': 'security: each change of a factor',
  'leaving.archive-ready': 'account: all data left for its owner to fetch',
  'leaving.account-closed': 'account: happens once',
};

/** The ids by which a mail says what it is about, the first that it has. */
const thingIds: Readonly<Record<About, readonly string[]>> = {
  account: [],
  'staff-account': [],
  application: ['changeId', 'documentId', 'clinicId'],
  request: ['offerId', 'leadId'],
  offer: ['offerId'],
  deal: ['offerId'],
  exchange: ['filterId', 'leadId'],
  ticket: ['ticketId'],
};

/**
 * What the budget of a mail counts by; null for one that is exempt. One that names nothing has one budget per recipient.
 */
export function thingOf(
  kind: string,
  about: About,
  { params, recipientId }: { params: Readonly<Record<string, string>>; recipientId: string },
): string | null {
  if (Object.hasOwn(exemptMails, kind)) return null;
  const name = thingIds[about].find((id) => params[id] !== undefined);
  return (name && params[name]) ?? recipientId;
}
