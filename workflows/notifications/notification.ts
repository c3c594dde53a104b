import { postNotice, queueNotification } from '#modules/notifications';
import type { RecipientType, Topic } from '#contracts/notifications';
import type { Ctx } from '#platform/context';
import { withTransaction, subscribe, type Subscription } from '#engine';
import type { DeclaredEvent, EventOf } from '#engine/contract';
import { thingOf, type About } from './budget';

type Ids = Readonly<Record<string, string | undefined>>;
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
  /** Its reader waits for it: sent before other mails that wait. */
  readonly first?: true;
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
  readonly values: (ctx: Ctx, ids: Ids) => Promise<Values | null>;
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
      await withTransaction(ctx, async (tx) => {
        // In one order, so that two at once never wait for each other's budget.
        for (const recipient of recipients.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
          const { type, id } = recipient;
          const news = { kind: name, eventId, params };
          const { first } = kind;
          const thing = thingOf(name, kind.about, { params, recipientId: id });
          if (kind.by !== 'product')
            await queueNotification(tx, { ...news, recipient, thing, first });
          if (kind.by !== 'mail' && type !== 'staff' && type !== 'visitor')
            await postNotice(tx, {
              ...{ ...news, topic: kind.topic, reader: { type, id } },
              joins: thing !== null,
            });
        }
      });
    },
  });
