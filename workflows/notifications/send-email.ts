import { isSwitchable } from '#contracts/notifications';
import {
  localeOf,
  patientContact,
  proofLinkOf,
  staffContact,
  type Contact,
} from '#modules/identity';
import { clinicContact } from '#modules/clinic-onboarding';
import {
  findUnsent,
  joinedNews,
  markDropped,
  markFailed,
  markSent,
  noteAttempt,
  wantsMail,
  type NotificationRow,
  type sendEmailJob,
} from '#modules/notifications';
import { visitorContact } from '#modules/support';
import type { Ctx } from '#platform/context';
import type { JobHandler } from '#engine';
import { defaultLocale, type Locale } from '#platform/base/locale';
import { MailError, type MailMessage } from '#platform/ports/mailer';
import { linkPage, unsubscribePage, pageIn } from './mail-links';
import type { MailKind, MailKindOf } from './notification';

/**
 * Sends one notification. A server that refuses the address or the message ends it at once; anything else is
 * tried again. Killed between the server's yes and our note of it, the same message goes to the server once more within
 * twenty seconds, under the same Message-ID and idempotency key.
 */
export const sendEmailHandler =
  (kindOf: MailKindOf): JobHandler<typeof sendEmailJob.payload> =>
  async (ctx, job) => {
    const round = job.payload;
    const found = await findUnsent(ctx, round);
    if (!found) return;
    const kind = kindOf(found.kind);
    try {
      if (!(await isWanted(ctx, found, kind))) return await markDropped(ctx, round, 'not_wanted');
      const mail = kind && (await compose(ctx, found, kind, await joinedNews(ctx, found)));
      if (!mail) return await markDropped(ctx, round);
      await ctx.services.ports.mailer.send(mail, job.signal);
    } catch (error) {
      const code = error instanceof MailError ? error.code : 'internal_error';
      if (error instanceof MailError && error.permanent) return markFailed(ctx, round, code);
      await noteAttempt(ctx, round, code);
      throw error;
    }
    await markSent(ctx, round);
  };

/** As its reader prefers at the moment of sending. */
async function isWanted(
  ctx: Ctx,
  { recipientType, recipientId }: NotificationRow,
  kind: MailKind | null,
) {
  const topic = kind?.topic;
  if (!topic || recipientType === 'staff' || recipientType === 'visitor') return true;
  return wantsMail(ctx, { reader: { type: recipientType, id: recipientId }, topic });
}

/** Null when its reader, or what it is about, is gone. Rendering is loaded with the first mail: it is heavy. */
async function compose(
  job: Ctx,
  found: NotificationRow,
  kind: MailKind,
  news: ReadonlyArray<NotificationRow['params']>,
): Promise<MailMessage | null> {
  const row = { ...found, params: news.at(-1) ?? found.params };
  const { contact, locale } = await readerOf(job, row);
  const ctx = { ...job, locale };
  const values = await kind.values(ctx, row.params);
  const said = kind.words ? await wordsOfAll(ctx, kind.words, news) : '';
  const reading = contact && (await readingOf(ctx, { row, kind, contact }));
  if (!reading || !values || said === null) return null;
  const { renderMail } = await import('./render-mail');
  const { to, page, ...words } = reading;
  const ends = await endOf(ctx, row, kind);
  const at = (path: string) => ctx.services.env.PUBLIC_URL + pageIn(locale, path);
  const unsubscribe = ends === null ? undefined : at(ends);
  const rendered = await renderMail({
    locale,
    kind: row.kind,
    about: kind.about,
    recipientType: row.recipientType,
    ...words,
    values,
    said,
    url: at(page),
    help: at('/help'),
    unsubscribe,
  });
  const key = row.resends === 0 ? row.id : `${row.id}:${row.resends}`;
  return { to, key, unsubscribe, ...rendered };
}

/** What was written with each of the news that are joined in a mail, in its order; null when all of it is gone. */
async function wordsOfAll(
  ctx: Ctx,
  words: NonNullable<MailKind['words']>,
  news: ReadonlyArray<NotificationRow['params']>,
): Promise<string | null> {
  const all: string[] = [];
  for (const params of news) {
    const text = await words(ctx, params);
    if (text !== null) all.push(text);
  }
  return all.length > 0 ? all.join('\n\n') : null;
}

/** Where its reader ends mails like it; null for what must be sent. */
async function endOf(ctx: Ctx, row: NotificationRow, kind: MailKind): Promise<string | null> {
  const { recipientType: type } = row;
  if (!isSwitchable(kind.topic) || type === 'staff' || type === 'visitor') return null;
  return (await kind.ends?.(ctx, row.params)) ?? unsubscribePage(ctx.services.env, row.id);
}

interface Reading {
  readonly to: string;
  /** Null for whoever reads at an address without a proof: a stranger learns no name. */
  readonly name: string | null;
  /** Nothing is said but that there is news. */
  readonly withheld: boolean;
  readonly page: string;
}

interface Sending {
  readonly row: NotificationRow;
  readonly kind: MailKind;
  readonly contact: Contact;
}

/** Where a mail goes and what may be said there; null when it is of no use any more. */
async function readingOf(ctx: Ctx, { row, kind, contact }: Sending): Promise<Reading | null> {
  const { recipientType: type, recipientId: id, params } = row;
  if (kind.elsewhere) {
    const there = await kind.elsewhere(ctx, params, type);
    const page = there?.link ?? kind.page(params, type);
    return there && { to: there.to, name: null, withheld: false, page };
  }
  const { email: to, name, proved } = contact;
  const known: Reading = { to, name, withheld: false, page: kind.page(params, type) };
  // A visitor's address has no proof: no name is written there that anybody may have typed.
  if (type === 'visitor') return { ...known, name: null };
  if (proved || type === 'staff') return kind.proves ? null : known;
  const withheld = kind.topic !== 'account';
  if (!withheld && !kind.proves) return { ...known, name: null };
  const link = await proofLinkOf(ctx, { account: { kind: type, id }, email: to });
  return { to, name: null, withheld, page: linkPage(type, link) };
}

interface MailReader {
  /** Null when they are gone. */
  readonly contact: Contact | null;
  /** What they read now, whatever they read when it happened. Staff read English. */
  readonly locale: Locale;
}

async function readerOf(
  ctx: Ctx,
  { recipientType: kind, recipientId: id }: NotificationRow,
): Promise<MailReader> {
  if (kind === 'staff')
    return { contact: await staffContact(ctx, { staffId: id }), locale: defaultLocale };
  if (kind === 'visitor') {
    const found = await visitorContact(ctx, { ticketId: id });
    const contact = found && { email: found.email, name: found.name, proved: false };
    return { contact, locale: found?.locale ?? defaultLocale };
  }
  const contact =
    kind === 'patient'
      ? await patientContact(ctx, { patientId: id })
      : await clinicContact(ctx, { clinicId: id });
  return { contact, locale: (await localeOf(ctx, { kind, id })) ?? defaultLocale };
}
