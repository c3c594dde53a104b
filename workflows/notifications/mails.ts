import type { Subscription } from '#platform/events';
import type { Mail, MailKind } from './mail-of';
import { accountMails } from './mails-of-accounts';
import { conversationMails } from './mails-of-conversations';
import { applicationMails } from './mails-of-applications';
import { exchangeMails } from './mails-of-exchange';
import { dealMails } from './mails-of-deals';
import { leavingMails } from './mails-of-leaving';
import { offerMails } from './mails-of-offers';
import { supportMails } from './mails-of-support';
import { requestMails } from './mails-of-requests';

/** Everything that anybody is told, by the dotted word under which its words lie. */
export const mails: Readonly<Record<string, Mail>> = {
  ...applicationMails,
  ...accountMails,
  ...conversationMails,
  ...requestMails,
  ...offerMails,
  ...exchangeMails,
  ...dealMails,
  ...supportMails,
  ...leavingMails,
};

/** Null for a kind that this version does not know. */
export const mailKindOf = (kind: string): MailKind | null =>
  Object.hasOwn(mails, kind) ? mails[kind]! : null;

/** Who is told what, and when. */
export const notificationSubscriptions: readonly Subscription[] = Object.entries(mails).map(
  ([kind, mail]) => mail.toldAs(kind),
);
