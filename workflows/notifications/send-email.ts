import { digestMail, isSwitchable, type Topic } from '#contracts/notifications';
import {
  localeOf,
  patientContact,
  proofLinkOf,
  staffContact,
  type Contact,
} from '#modules/identity';
import { clinicContact } from '#modules/clinic-onboarding';
import {
  type DigestNews,
  digestNews,
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
import { spokenIn } from '#languages/words.server.ts';
import { linkPage, noticesPage, unsubscribePage, pageIn } from './mail-links';
import type { MailKind, MailKindOf } from './notification';

/** Lines of a digest; how many more things happened is said after them. */
const mostLines = 20;
/** Of so many things a digest looks up whether they are still there. */
const mostThings = 100;

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
    try {
      const sent = await asSent(ctx, found, kindOf);
      if (sent === null || sent === 'not_wanted') return await markDropped(ctx, round, sent);
      const mail = await compose(ctx, sent);
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

/** What one mail is made of. */
interface Sent {
  readonly row: NotificationRow;
  readonly kind: MailKind;
  /** Ids of each piece of news in it, oldest first. */
  readonly news: ReadonlyArray<NotificationRow['params']>;
}

/** Null for what this version does not know, and for a digest with nothing in it. */
async function asSent(
  ctx: Ctx,
  found: NotificationRow,
  kindOf: MailKindOf,
): Promise<Sent | 'not_wanted' | null> {
  if (found.kind === digestMail) return asDigest(ctx, found, kindOf);
  const kind = kindOf(found.kind);
  if (!(await isWanted(ctx, found, kind))) return 'not_wanted';
  return kind && { row: found, kind, news: await joinedNews(ctx, found) };
}

interface NewsOfKind extends DigestNews {
  readonly known: MailKind;
}

/** What its reader still wants to hear of. News about one thing alone is sent as the mail that it would have been. */
async function asDigest(
  ctx: Ctx,
  row: NotificationRow,
  kindOf: MailKindOf,
): Promise<Sent | 'not_wanted' | null> {
  const all = (await digestNews(ctx, row)).flatMap((one) => {
    const known = kindOf(one.kind);
    return known ? [{ ...one, known }] : [];
  });
  if (all.length === 0) return null;
  const wanted = new Map<Topic, boolean>();
  for (const { known } of all)
    if (!wanted.has(known.topic)) wanted.set(known.topic, await isWanted(ctx, row, known));
  const news = all.filter(({ known }) => wanted.get(known.topic));
  const [newest, ...others] = news;
  if (!newest) return 'not_wanted';
  if (others.length > 0) return { row, kind: digestOf(news), news: [row.params] };
  const { kind, params, known } = newest;
  return { row: { ...row, kind, params }, kind: known, news: [params] };
}

/** News of several things as one mail: a line of each, what reads the same in one line, the newest last. */
function digestOf(news: readonly NewsOfKind[]): MailKind {
  let read: Promise<string[]> | undefined;
  const lines = (ctx: Ctx) => (read ??= linesOf(ctx, news));
  return {
    about: 'account',
    // Not that of an account: nothing of what is in it is said to an address without a proof.
    topic: news.map(({ known }) => known.topic).find(isSwitchable) ?? 'application',
    by: 'mail',
    page: (_ids, reader) => noticesPage[reader === 'clinic' ? 'clinic' : 'patient'],
    values: async (ctx) => ((await lines(ctx)).length > 0 ? {} : null),
    words: async (ctx) => (await lines(ctx)).join('\n'),
  };
}

/** In the language of the reader, without what is gone; what is more than a mail looks up is counted as it is. */
async function linesOf(ctx: Ctx, news: readonly NewsOfKind[]): Promise<string[]> {
  const text = spokenIn(ctx.locale);
  const timesOf = new Map<string, number>();
  let more = 0;
  for (const [n, { kind, known, params, times }] of news.entries()) {
    const values = n < mostThings ? await known.values(ctx, params) : {};
    if (values === null) continue;
    const line = text(`mail.${kind}.subject`, values);
    const isFull = n >= mostThings || (timesOf.size === mostLines && !timesOf.has(line));
    if (isFull) more += times;
    else timesOf.set(line, (timesOf.get(line) ?? 0) + times);
  }
  const lines = [...timesOf].map(([line, times]) =>
    times === 1 ? line : text('mail.digest.repeated', { line, times: String(times) }),
  );
  const rest = more > 0 ? [text('mail.digest.more', { count: String(more) })] : [];
  return [...lines.reverse(), ...rest];
}

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
async function compose(job: Ctx, { row: found, kind, news }: Sent): Promise<MailMessage | null> {
  const row = { ...found, params: news.at(-1) ?? found.params };
  const { contact, locale } = await readerOf(job, row);
  const ctx = { ...job, locale };
  const reader = { type: row.recipientType, id: row.recipientId };
  const values = await kind.values(ctx, row.params, reader);
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
