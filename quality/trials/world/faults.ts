import { randomUUID } from 'node:crypto';
import { milliseconds } from '#platform/base/duration';
import { insertJobs } from '#engine/testing';
import { pause } from '../cluster/parts';
import { untilIdle } from '../upgrade/clocks';
import { untilDatabase, type Actor, type Ground } from './ground';
import type { History } from './history';
import type { Fault, FaultKind } from './plan';

interface Stage {
  readonly ground: Ground;
  readonly history: History;
}

type Begin = (stage: Stage, target: Actor) => Promise<() => Promise<void>>;

const killed: Begin = async (_stage, target) => {
  await target.kill();
  return () => untilStarted(target);
};

const paused: Begin = (_stage, target) => {
  const { child } = target;
  child.kill('SIGSTOP');
  return Promise.resolve(() => Promise.resolve(void child.kill('SIGCONT')));
};

const onWire =
  (spoil: (actor: Actor) => unknown): Begin =>
  async (_stage, target) => {
    await spoil(target);
    return () => target.wire.restore();
  };

const provider =
  (which: 'sms' | 'mail', mood: 'fails' | 'hangs'): Begin =>
  ({ ground: { providers } }) => {
    providers.mood[which] = mood;
    return Promise.resolve(() => Promise.resolve(void (providers.mood[which] = 'well')));
  };

/** So many mails of no notification: each is claimed, looked up and done. */
const jobsAtOnce = 1_500;

/** What each fault breaks. @returns what makes it whole again */
const begins: Readonly<Record<FaultKind, Begin>> = {
  'kill-web': killed,
  'kill-worker': killed,
  'pause-web': paused,
  'pause-worker': paused,
  'cut-database-of-web': onWire(({ wire }) => wire.cut()),
  'cut-database-of-worker': onWire(({ wire }) => wire.cut()),
  'silent-database-of-web': onWire(({ wire }) => {
    wire.hush();
  }),
  'slow-database-of-web': onWire(({ wire }) => {
    wire.slow(120);
  }),
  'slow-database-of-worker': onWire(({ wire }) => {
    wire.slow(120);
  }),
  'cut-front': async (_stage, target) => {
    await target.front!.cut();
    return () => target.front!.restore();
  },
  'restart-database': async (stage) => {
    await stage.ground.stage.server.stop();
    return () => databaseStarts(stage);
  },
  'crash-database': async (stage) => {
    await stage.ground.stage.server.crash();
    return () => databaseStarts(stage);
  },
  'sms-fails': provider('sms', 'fails'),
  'sms-hangs': provider('sms', 'hangs'),
  'mail-fails': provider('mail', 'fails'),
  'mail-hangs': provider('mail', 'hangs'),
  'full-queue': async ({ ground }) => {
    const jobs = Array.from({ length: jobsAtOnce }, () => {
      const id = randomUUID();
      const data = { payload: { notificationId: id, resend: 0 }, key: id };
      return { name: 'notifications.send-email', id, data, startAfter: milliseconds(0) };
    });
    await insertJobs(ground.stage.database, jobs).catch(() => undefined);
    return () => Promise.resolve();
  },
};

async function databaseStarts({ ground }: Stage): Promise<void> {
  await ground.stage.server.start();
  await untilDatabase(ground);
}

/** A process that is started while its database is away may end; it is started again, as a service is. */
async function untilStarted(target: Actor): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await target.start();
    } catch (error) {
      if (tries > 5) throw error;
      await target.kill();
    }
  }
}

/** What may not be broken twice at once: the second one would make whole what the first one broke. */
const thingOf = ({ kind, which }: Fault): string =>
  /database$/.test(kind)
    ? 'database'
    : (/^(sms|mail)/.exec(kind)?.[0] ?? `${kind.replace(/^.*-(?=web|worker)/, '')}${which}`);

/** Breaks what the plan says at its time, and makes it whole again. */
export class Breaker {
  private readonly broken = new Map<string, Promise<void>>();

  constructor(private readonly stage: Stage) {}

  /** Resolves once it is whole; at once where the same thing is broken already. */
  async run(fault: Fault): Promise<void> {
    const thing = thingOf(fault);
    if (this.broken.has(thing)) return;
    const going = this.happen(fault).finally(() => this.broken.delete(thing));
    this.broken.set(thing, going);
    return going;
  }

  /** Until nothing is broken any more. */
  async end(): Promise<void> {
    await Promise.all(this.broken.values());
  }

  private async happen({ kind, which, lasts }: Fault): Promise<void> {
    const { ground, history } = this.stage;
    const target = (kind.includes('worker') ? ground.workers : ground.webs)[which]!;
    const mark = { kind, from: Date.now(), to: Infinity };
    history.broken.push(mark);
    history.record('fault', { kind, which, lasts });
    const repair = await begins[kind](this.stage, target);
    await pause(lasts);
    await repair();
    mark.to = Date.now();
    history.record('whole', { kind, which });
  }
}

/**
 * The product's clock goes on by so many milliseconds: for its rules, for the alarms of its clocks, and for what waits in a
 * queue for a time. Tries until it is known to be done: of a commit whose answer was cut, the next try says it.
 */
export async function jump({ ground, history }: Stage, by: number): Promise<void> {
  const shift = history.shifts.at(-1)!.shift + by;
  history.coming = shift;
  while (!(await setsClock(ground, { shift, by }))) history.record('clock-stood-still', { by });
  history.shifts.push({ since: Date.now(), shift });
  history.coming = null;
  history.record('clock', { by });
}

async function setsClock(ground: Ground, { shift, by }: { shift: number; by: number }) {
  const client = await connected(ground);
  try {
    await client.query('begin');
    const { rowCount } = await client.query(
      `insert into platform.clock (id, shift) values (true, make_interval(secs => $1 / 1000.0))
       on conflict (id) do update set shift = excluded.shift where platform.clock.shift < excluded.shift`,
      [shift],
    );
    if (rowCount === 1)
      await client.query(
        `update pgboss.job_common set start_after = start_after - make_interval(secs => $1 / 1000.0)
         where state in ('created', 'retry') and start_after > now()`,
        [by],
      );
    await client.query('commit');
    return true;
  } catch {
    await client.query('rollback').catch(() => undefined);
    await pause(300);
    return false;
  } finally {
    client.release(true);
  }
}

async function connected({ stage }: Ground) {
  for (;;) {
    try {
      const client = await stage.database.connect();
      // A crash of the database ends it in the middle of what it does.
      client.on('error', () => undefined);
      return client;
    } catch {
      await pause(300);
    }
  }
}

const hour = 3_600_000;
/** Steps of the clock after which everything that was promised is due; the whole is 46 days. */
const steps = [0.2, 0.5, 1, 3, 8, 12, ...Array.from({ length: 7 }, () => 24), ...[48, 48, 72, 72]];
const rest = [...steps, ...Array.from({ length: 7 }, () => 96)];

/**
 * Faults are over; the clock runs on in steps until every promise is due, and after each all that is due is done. `days`:
 * how far. @returns what was still due at the end of each step that did not come to rest
 */
export async function settle(stage: Stage, days = 46): Promise<string[]> {
  const left: string[] = [];
  const { database } = stage.ground.stage;
  let gone = 0;
  for (const step of rest) {
    const due = await untilIdle(database);
    if (due > 0) left.push(`${due} jobs or clocks were due and not done ${gone / 24} days on`);
    if (gone >= days * 24) break;
    await jump(stage, step * hour);
    gone += step;
  }
  return left;
}
