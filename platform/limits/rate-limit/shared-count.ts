import { createHmac } from 'node:crypto';
import type { Services } from '../../context';
import { inSeconds, milliseconds, seconds, type Duration } from '../../base/duration';

export interface Counted {
  /** Within the window that runs, this one included. */
  readonly hits: number;
  readonly resetAt: Date;
}

interface Entry {
  /** What all processes have counted together, as this one last heard it. */
  known: number;
  /** Hits here that nobody else knows of. */
  untold: number;
  /** By this process's monotonic clock. */
  endsAt: number;
  /** Under way; answers what is known then. */
  telling: Promise<number> | null;
}

export interface CountRule {
  /** Dotted word: `http.general`. */
  readonly name: string;
  readonly limit: number;
  readonly window: Duration;
}

/** Nobody waits longer for the others' word; a database that is slower than this counts for itself alone. */
const patience = milliseconds(500);
const restAfterFailure = seconds(1);

/**
 * Counts hits of many subjects over all processes without asking the database each time: a process informs the others of
 * every twentieth of the limit, and learns then what they have counted. So what passes is at most the limit and a
 * twentieth of it per process more: twice the limit with twenty. Exact with one process. While the database is away each
 * process counts for itself.
 */
export class SharedCount {
  private readonly entries = new Map<string, Entry>();
  private readonly step: number;
  private sweptAt = performance.now();
  private restsUntil = 0;

  constructor(
    private readonly services: Pick<Services, 'database' | 'env'>,
    private readonly rule: CountRule,
  ) {
    this.step = Math.max(1, Math.floor(rule.limit / 20));
  }

  /** Counts one. Beyond the limit a hit costs nobody anything. */
  async hit(subject: string): Promise<Counted> {
    let entry = this.entryOf(subject);
    while (entry.telling && this.isWithin(entry)) {
      await entry.telling;
      entry = this.entryOf(subject);
    }
    const asks = this.isWithin(entry);
    entry.untold += 1;
    let hits = entry.known + entry.untold;
    if (asks && entry.untold >= this.step && performance.now() >= this.restsUntil)
      hits = await (entry.telling = this.report(subject, entry));
    const left = Math.max(0, entry.endsAt - performance.now());
    return { hits, resetAt: new Date(Date.now() + left) };
  }

  private isWithin({ known, untold }: Entry): boolean {
    return known + untold < this.rule.limit;
  }

  private entryOf(subject: string): Entry {
    const now = performance.now();
    if (now - this.sweptAt > this.rule.window) {
      for (const [key, { endsAt }] of this.entries) if (endsAt <= now) this.entries.delete(key);
      this.sweptAt = now;
    }
    const there = this.entries.get(subject);
    if (there && there.endsAt > now) return there;
    const fresh = { known: 0, untold: 0, endsAt: now + this.rule.window, telling: null };
    this.entries.set(subject, fresh);
    return fresh;
  }

  private async report(subject: string, entry: Entry): Promise<number> {
    const sent = entry.untold;
    try {
      const { hits, left } = await inTime(this.add(subject, sent));
      entry.known = hits;
      entry.endsAt = performance.now() + left;
    } catch {
      this.restsUntil = performance.now() + restAfterFailure;
      entry.known += sent;
    }
    entry.untold -= sent;
    entry.telling = null;
    return entry.known;
  }

  private async add(subject: string, sent: number): Promise<{ hits: number; left: number }> {
    const { rows } = await this.services.database.pool.query<{ hits: number; left: number }>(add, [
      `${this.rule.name}:${this.keyOf(subject)}`,
      sent,
      inSeconds(this.rule.window),
    ]);
    return rows[0]!;
  }

  /** No address lies in the table. */
  private keyOf(subject: string): string {
    const [key] = this.services.env.OTP_HMAC_KEYS;
    return createHmac('sha256', key!).update(subject).digest('base64url');
  }
}

/** A window begins with the first word of it, whoever says it, by the database's clock. */
const add = `
  insert into platform.request_count as c (key, hits, ends_at)
  values ($1, $2, now() + make_interval(secs => $3))
  on conflict (key) do update set
    hits = case when c.ends_at > now() then c.hits else 0 end + excluded.hits,
    ends_at = case when c.ends_at > now() then c.ends_at else excluded.ends_at end
  returning hits, (extract(epoch from ends_at - now()) * 1000)::float8 as left`;

function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), patience);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
