import { queueNotification, type NewNotification } from '#modules/notifications';
import type { RecipientType } from '#contracts/notifications';
import { transaction, type Ctx } from '#platform/context';
import { subscribe, type DeclaredFact, type FactOf, type Subscription } from '#platform/events';

type Ids = Readonly<Record<string, string | undefined>>;
export type Values = Readonly<Record<string, string>>;

/** What a mail needs besides its words in `messages/en/mail.json`. */
export interface MailKind {
  /**
   * What it is about, named at the start of the line that lists of mails show: `mail.about.{about}`. Of requests and
   * applications nothing is told to an address that nobody has proved.
   */
  readonly about: 'account' | 'application' | 'request' | 'staff-account';
  /** Where its button leads: a path of ours. */
  readonly page: (ids: Ids, reader: RecipientType) => string;
  /** Proves the reader's own address; nobody needs it any more once that is proved. */
  readonly proves?: true;
  /** Another address than the reader's own, and a page that only it is told; null when it is of no use any more. */
  readonly elsewhere?: (
    ctx: Ctx,
    ids: Ids,
    reader: RecipientType,
  ) => Promise<{ readonly to: string; readonly link?: string } | null>;
  /** Values of its words, looked up when it is sent; null when what it is about is gone. */
  readonly values: (ctx: Ctx, ids: Ids) => Promise<Values | null>;
}

/** Who is told of a fact. */
type Readers<F> = (
  fact: F,
  ctx: Ctx,
) =>
  | ReadonlyArray<NewNotification['recipient']>
  | Promise<ReadonlyArray<NewNotification['recipient']>>;

interface Telling<D extends DeclaredFact> extends MailKind {
  /** What happened. */
  readonly on: D;
  readonly to: Readers<FactOf<D>>;
  /** What the mail has to know of the fact; null when this time it is nobody's news. */
  readonly ids: (fact: FactOf<D>) => Readonly<Record<string, string>> | null;
}

/** A mail with what makes it be sent. */
export interface Mail extends MailKind {
  /** The subscription by which the fact makes the mail of this name, once per reader however often it is delivered. */
  readonly toldAs: (kind: string) => Subscription;
}

/** A mail, and the declared fact that it tells somebody of. */
export const mailOf = <D extends DeclaredFact>({ on, to, ids, ...kind }: Telling<D>): Mail => ({
  ...kind,
  toldAs: (name) =>
    subscribe({
      on,
      name: `notifications.tell.${name}`,
      handle: async (ctx, fact, { id: factId }) => {
        const facts = ids(fact);
        if (!facts) return;
        const recipients = await to(fact, ctx);
        await transaction(ctx, async (tx) => {
          for (const recipient of recipients)
            await queueNotification(tx, { kind: name, recipient, factId, facts });
        });
      },
    }),
});
