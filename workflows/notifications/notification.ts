import {
  postNotice,
  quietAmong,
  queueNotification,
  queueText,
  wantTexts,
} from '#modules/notifications';
import type { RecipientType, Topic } from '#contracts/notifications';
import type { Ctx, TxCtx } from '#platform/context';
import { withTransaction, subscribe, type Subscription } from '#engine';
import type { DeclaredEvent, EventOf } from '#engine/contract';
import { notifyBrowsers } from './browsers';
import { thingOf, type About } from './budget';

type Ids = Readonly<Record<string, string | undefined>>;

/** Whose mail or text message it is. */
export interface Reader {
  readonly type: RecipientType;
  readonly id: string;
}

export type Values = Readonly<Record<string, string>>;

/** What a mail and a notice need besides their words in `mail.json` and `notices.json` below `messages`. */
export interface MailKind {
  /**
   * What it is about, named at the start of the line that lists of mails show: `mail.about.{about}`. But of accounts
   * nothing is sent to an address without a proof.
   */
  readonly about: About;
  /** Under what its reader switches it off. */
  readonly topic: Topic;
  /** How it is sent: `both` ways, by `mail` only, or in the `product` only. Staff and visitors have mails only. */
  readonly by: 'both' | 'mail' | 'product';
  /** Where its button leads: a path of ours. */
  readonly page: (ids: Ids, reader: RecipientType) => string;
  /** Its reader waits for it, or has to act at once: sent before other mails that wait. */
  readonly first?: true;
  /** Never a line of a digest: its reader keeps it (an agreed date, a decision), or has to act at once. */
  readonly alone?: true;
  /** Proves the reader's own address; nobody needs it any more once that is proved. */
  readonly proves?: true;
  /** Another address than the reader's own, and a page that only it is shown; null when it is of no use any more. */
  readonly elsewhere?: (
    ctx: Ctx,
    ids: Ids,
    reader: RecipientType,
  ) => Promise<{ readonly to: string; readonly link?: string } | null>;
  /** A page of ours that ends mails of just this kind for just this thing, in place of all of its topic. */
  readonly ends?: (ctx: Ctx, ids: Ids) => Promise<string | null>;
  /** Values of the mail's words in `ctx.locale`, looked up when it is sent; null when what it is about is gone. */
  readonly values: (ctx: Ctx, ids: Ids, reader?: Reader) => Promise<Values | null>;
  /**
   * Cannot wait: also sent by text message to those of its readers who chose that. Values of its words in `ctx.locale`
   * (`text.<kind>` of `mail.json`), looked up when it is sent; null when what it is about is over.
   */
  readonly text?: (ctx: Ctx, ids: Ids, reader: Reader) => Promise<Values | null>;
  /** What somebody wrote, shown as it is after the words of ours; null when it is gone. */
  readonly words?: (ctx: Ctx, ids: Ids) => Promise<string | null>;
}

interface Recipient<K extends RecipientType> {
  readonly type: K;
  readonly id: string;
}

/** Who is notified of an event. */
export interface Recipients<E, K extends RecipientType = RecipientType> {
  /** What they can be, whatever the event says. */
  readonly kinds: readonly K[];
  /** Those of one event, of these kinds only. */
  readonly of: (
    event: E,
    ctx: Ctx,
  ) => ReadonlyArray<Recipient<K>> | Promise<ReadonlyArray<Recipient<K>>>;
}

/** A mail or in-app notification as the page of its event declares it. */
export interface NotificationOf<D extends DeclaredEvent> extends MailKind {
  readonly to: Recipients<EventOf<D>>;
  /** What the words have to know of the event; null when this time it is no news. */
  readonly ids: (event: EventOf<D>) => Readonly<Record<string, string>> | null;
}

/** The kind of that name; null for one that this version does not know. */
export type MailKindOf = (name: string) => MailKind | null;

/** Notifies of an event under a name, once per recipient however often the event is delivered. */
export const notifying = <D extends DeclaredEvent>(
  on: D,
  name: string,
  { to, ids, ...kind }: NotificationOf<D>,
): Subscription =>
  subscribe({
    on,
    name: `notifications.tell.${name}`,
    handle: async (ctx, event, { id: eventId }) => {
      const params = ids(event);
      if (!params) return;
      const recipients = await to.of(event, ctx);
      const news = { name, kind, eventId, params };
      await withTransaction(ctx, async (tx) => {
        if (kind.by !== 'mail') for (const recipient of recipients) await show(tx, news, recipient);
        // Last, since budgets are locked until the commit; in one order, so that two at once never wait for each other.
        if (kind.by !== 'product')
          for (const recipient of recipients.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
            await mail(tx, news, recipient);
      });
    },
  });

interface News {
  readonly name: string;
  readonly kind: MailKind;
  readonly eventId: string;
  readonly params: Readonly<Record<string, string>>;
}

/** In the product, on browsers, and by text message where it cannot wait. */
async function show(
  tx: TxCtx,
  { name, kind: { about, page, text, topic }, eventId, params }: News,
  { type, id }: Recipient<RecipientType>,
): Promise<void> {
  if (type === 'staff' || type === 'visitor') return;
  const shown = { kind: name, eventId, params, topic, reader: { type, id } };
  await postNotice(tx, {
    ...shown,
    joins: thingOf(name, about, { params, recipientId: id }) !== null,
  });
  await notifyBrowsers(tx, { ...shown, page });
  if (text) await notifyByText(tx, shown);
}

const mail = (
  tx: TxCtx,
  { name, kind: { about, first, alone }, eventId, params }: News,
  recipient: Recipient<RecipientType>,
): Promise<void> => {
  const thing = thingOf(name, about, { params, recipientId: recipient.id });
  return queueNotification(tx, { kind: name, eventId, params, recipient, thing, first, alone });
};

/**
 * Records text messages for those of an account who chose them, for the end of their quiet hours where it is quiet for them.
 * An account whose people chose none costs a statement.
 */
async function notifyByText(
  tx: TxCtx,
  {
    topic,
    ...news
  }: Omit<Parameters<typeof queueText>[1], 'personId' | 'notBefore'> & { readonly topic: Topic },
): Promise<void> {
  const { reader } = news;
  const people = await wantTexts(tx, { reader, topic });
  if (people.length === 0) return;
  const quiet = await quietAmong(tx, reader);
  for (const personId of people.toSorted())
    await queueText(tx, { ...news, personId, notBefore: quiet.get(personId) ?? null });
}
