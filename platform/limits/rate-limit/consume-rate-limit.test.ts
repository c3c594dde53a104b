import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { minutes, seconds } from '../../base/duration';
import {
  consumeRateLimit,
  pointsLeft,
  purgeRateLimits,
  requireRateLimit,
  returnPoint,
} from '../rate-limit';
import { advance, resetClock } from '../../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../../tests/kit/services';

const rule = { name: 'test.points', limit: 5, window: minutes(10) };

describe('consumeRateLimit', () => {
  let kit: TestServices;
  let subject = '';
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await resetClock(kit.services);
    subject = crypto.randomUUID();
  });
  const take = (member?: string) => consumeRateLimit(kit.ctx(), rule, subject, member);

  it('gives exactly the limit to fifty at once', async () => {
    const taken = await Promise.all(Array.from({ length: 50 }, () => take()));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(5);
  });

  it('slides: a point comes back a window after it was taken, and the wait says when', async () => {
    await take();
    await advance(kit.services, minutes(4));
    for (let i = 0; i < 4; i += 1) expect((await take()).allowed).toBe(true);
    const refused = await take();
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterSeconds).toBeGreaterThan(355);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(360);
    await advance(kit.services, seconds(361));
    expect((await take()).allowed).toBe(true);
    expect((await take()).allowed).toBe(false);
  });

  it('is refused with the time to wait by whoever requires it', async () => {
    for (let i = 0; i < 5; i += 1) await requireRateLimit(kit.ctx(), rule, subject);
    const refused = await requireRateLimit(kit.ctx(), rule, subject).catch((thrown) => thrown);
    expect(refused).toMatchObject({ code: 'too_many_requests' });
    expect(refused.details.retryAfterSeconds).toBeGreaterThan(590);
  });

  it('never says to wait for longer than the window, also in a transaction that is older than the points', async () => {
    await withTransaction(kit.ctx(), async (tx) => {
      await tx.db.execute('select 1');
      await new Promise((done) => setTimeout(done, 30));
      for (let i = 0; i < 5; i += 1) await take();
      expect((await consumeRateLimit(tx, rule, subject)).retryAfterSeconds).toBe(600);
      expect((await pointsLeft(tx, rule, subject)).retryAfterSeconds).toBe(600);
    });
  });

  it('follows the clock of the database, not of this process', async () => {
    for (let i = 0; i < 5; i += 1) await take();
    const real = Date.now;
    Date.now = () => real() + minutes(60);
    expect((await take()).allowed).toBe(false);
    Date.now = real;
  });

  it('counts distinct members when they are named', async () => {
    for (let i = 0; i < 20; i += 1) expect((await take(`phone-${i % 5}`)).allowed).toBe(true);
    expect((await take('phone-6')).allowed).toBe(false);
    expect((await take('phone-1')).allowed).toBe(true);
  });

  it('gives a point back', async () => {
    const taken = await Promise.all(Array.from({ length: 5 }, () => take()));
    expect((await take()).allowed).toBe(false);
    await returnPoint(kit.ctx(), rule, subject, taken[2]!.member);
    expect((await take()).allowed).toBe(true);
    expect((await take()).allowed).toBe(false);
  });

  it('refuses everything at a limit of nought', async () => {
    const none = { ...rule, limit: 0 };
    expect((await consumeRateLimit(kit.ctx(), none, subject)).allowed).toBe(false);
    expect((await consumeRateLimit(kit.ctx(), none, subject)).allowed).toBe(false);
  });

  it('keeps what is limited out of the table', async () => {
    await consumeRateLimit(kit.ctx(), rule, '+12125550123');
    const { rows } = await kit.services.database.pool.query('select * from platform.rate_limit');
    expect(JSON.stringify(rows)).not.toContain('2125550123');
  });

  it('throws instead of allowing when the database is away', async () => {
    const away = await createTestServices();
    const ctx = away.ctx();
    await away.close();
    await expect(consumeRateLimit(ctx, rule, subject)).rejects.toThrow();
  });

  it('removes rows that limit nothing any more', async () => {
    await take();
    await advance(kit.services, minutes(11));
    expect(await purgeRateLimits(kit.ctx())).toBeGreaterThan(0);
    expect(await purgeRateLimits(kit.ctx())).toBe(0);
  });
});
