import { markNoticesRead, markSent, sendEmailJob } from '#modules/notifications';
import { type Side, system } from '#platform/base/actor';
import { actAs, type TxCtx, type TxCtxOf } from '#platform/context';
import { hours, milliseconds, type Duration } from '#platform/base/duration';
import { fireTimer } from '#engine';
import { eventsQueue, readEnvelope, timerQueue } from '#engine/operations';
import { notificationSubscriptions } from '../../workflows/reactions/index';
import { registry } from '../../workflows/registry';
import { setClock } from './seed-clock';

interface Passing {
  /** The request whose clocks ring, with those of all that hangs on it. */
  readonly leadId: string;
  readonly to: Duration;
}

/**
 * Time goes by until it is `to` ago: the clocks of a request, its offers and its deal ring when they are due, and what
 * follows from each is told at that moment.
 */
export async function passTime(tx: TxCtx, { leadId, to }: Passing): Promise<void> {
  for (;;) {
    const due = await nextDue(tx, leadId, to);
    if (!due) return setClock(tx, to);
    // One millisecond after: what is left of a microsecond must not be too early.
    const ago = milliseconds(Math.max(to, due.ago - 1));
    await setClock(tx, ago);
    const flow = registry.flows.find(({ name }) => name === due.machine)!;
    await fireTimer(actAs(tx, system('flow.timer')), flow, due);
    await tellOf(tx, ago);
  }
}

async function nextDue({ tx }: TxCtx, leadId: string, to: Duration) {
  const { rows } = await tx.query<{
    instance: string;
    token: string;
    machine: string;
    ago: number;
  }>(
    `select t.instance_id as instance, t.token, i.machine,
       extract(epoch from now() - t.fire_at)::float8 * 1000 as ago
     from flow.timer t join flow.instance i on i.id = t.instance_id
     where (i.id = $1 or i.root_id = $1) and t.fire_at <= now() - $2 * interval '1 millisecond'
     order by t.fire_at, t.name limit 1`,
    [leadId, to],
  );
  return rows[0];
}

/** Mails of the last hour go out when the demo runs; earlier ones count as sent. */
const fresh = hours(1);

/** Jobs that this transaction has left for a worker. */
const leftHere = `state = 'created' and xmin = pg_current_xact_id()::xid`;
const done = `update pgboss.job set state = 'completed', started_on = now(), completed_on = now()`;

/**
 * Tells people what has happened in this transaction so far, in the place of a worker, which would come later: a notice
 * says when something happened. What a worker has to do besides is left to it.
 */
export async function tellOf(tx: TxCtx, ago: Duration): Promise<void> {
  dateActivities(tx, ago);
  const { rows } = await tx.tx.query<{ id: string; name: string; data: unknown }>(
    `select id, name, data from pgboss.job where name = $1 and ${leftHere}`,
    [eventsQueue],
  );
  const told: string[] = [];
  for (const row of rows) {
    const { payload, key, at, subscription } = readEnvelope(row);
    const teller = notificationSubscriptions.find(({ name }) => name === subscription);
    if (!teller || !at) continue;
    await teller.handle(actAs(tx, system(teller.name)), payload, { id: key, at: new Date(at) });
    told.push(row.id);
  }
  if (told.length === 0) return;
  await tx.tx.query(`${done} where name = $1 and id = any($2)`, [eventsQueue, told]);
  if (ago >= fresh) await countAsSent(tx);
}

/** They are written at the end of the transaction, as of then where nobody says when they were. */
function dateActivities({ unitOfWork }: TxCtx, ago: Duration): void {
  const at = new Date(Date.now() - ago).toISOString();
  const [, rows] = unitOfWork.rows.get('lead_activities') ?? [null, []];
  for (const row of rows) if (!('at' in row)) Object.assign(row, { at });
}

async function countAsSent(tx: TxCtx): Promise<void> {
  const { rows } = await tx.tx.query<{ id: string }>(
    `${done} where name = $1 and ${leftHere} returning data->'payload'->>'notificationId' as id`,
    [sendEmailJob.name],
  );
  for (const { id: notificationId } of rows) await markSent(tx, { notificationId, resend: 0 });
}

/** Takes away the alarms of clocks that have rung, or were stopped, in this transaction. */
export async function dropAlarms({ tx }: TxCtx): Promise<void> {
  await tx.query(
    `${done} where name = $1 and ${leftHere}
       and not exists (select from flow.timer t where t.token = (data->'payload'->>'token')::uuid)`,
    [timerQueue],
  );
}

/** Whoever does something has looked at what they were told before. */
export const hasLooked = (tx: TxCtxOf<Side>, ago: Duration) =>
  markNoticesRead(tx, { upTo: new Date(Date.now() - ago).toISOString() });
