import type { Notice } from '#platform/context';
import type { Database } from '#platform/database/db';

/** Whoever gives a notice: within the transaction that is open, or by itself. */
interface Giver {
  readonly unitOfWork: { readonly notices: Notice[] } | null;
  readonly services: { readonly database: Database };
}

/**
 * Gives notice once the open transaction has committed; without one, at once. PostgreSQL lets one transaction at a time
 * commit that notifies, until it is on the disk, so none does. A notice may be lost with its process at that moment:
 * whoever is to hear it also asks by itself now and then.
 */
export function giveNotice({ unitOfWork, services }: Giver, notice: Notice): void {
  if (unitOfWork) unitOfWork.notices.push(notice);
  else sendNotices(services.database, [notice]);
}

interface Sender {
  readonly waiting: Map<string, Notice>;
  sending: boolean;
}

const senders = new WeakMap<Database, Sender>();

/** What is given while a statement is under way goes out with the next one, the same notice once. */
export function sendNotices(database: Database, notices: readonly Notice[]): void {
  if (notices.length === 0) return;
  const sender = senders.get(database) ?? { waiting: new Map<string, Notice>(), sending: false };
  senders.set(database, sender);
  for (const notice of notices) sender.waiting.set(`${notice.channel}:${notice.payload}`, notice);
  if (!sender.sending) void send(database, sender);
}

async function send(database: Database, sender: Sender): Promise<void> {
  sender.sending = true;
  while (sender.waiting.size > 0) {
    const now = [...sender.waiting.values()];
    sender.waiting.clear();
    const values = [now.map(({ channel }) => channel), now.map(({ payload }) => payload)];
    // Nobody waits for it here, and those who would hear it ask by themselves when the database is back.
    await database.live.pool.query({ ...notify, values }).catch(() => undefined);
  }
  sender.sending = false;
}

const notify = {
  name: 'notices',
  text: `select count(pg_notify(channel, payload)) from unnest($1::text[], $2::text[]) as n(channel, payload)`,
};
