import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { advance } from '../../tests/kit/clock';
import { countRoundTrips } from '../../tests/kit/round-trips';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import type { TxCtx } from '#platform/context';
import { forgetIdempotencyKeys, oncePerKey } from './idempotency';
import { pointsLeft, consumeRateLimit } from '#platform/limits/rate-limit';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const patient = () =>
  ({ kind: 'patient', id: newId(), phone: '+15550100000', sessionId: newId() }) as const;
const request = (key: string, input: unknown = { a: 1, b: [2] }) => ({
  call: 'test.make',
  key,
  input,
});

describe('oncePerKey', () => {
  it('makes one thing out of fifty requests at once', async () => {
    const ctx = kit.ctx(patient());
    let made = 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        oncePerKey(ctx, request('fifty'), async () => {
          made += 1;
          return newId();
        }),
      ),
    );
    expect(made).toBe(1);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });

  it('answers a repeat by a transaction that writes, which a synchronous follower must have', async () => {
    const ctx = kit.ctx(patient());
    await oncePerKey(ctx, request('kept'), () => Promise.resolve('kept by both'));
    const repeat = await oncePerKey(ctx, request('kept'), never);
    expect(repeat).toEqual({ id: 'kept by both', repeated: true });
    const { rows } = await ctx.db.execute(
      sql`select pg_xact_status(xmax::text::xid8) as ended from platform.idempotency_key where made = 'kept by both'`,
    );
    expect(rows).toEqual([{ ended: 'committed' }]);
  });

  it('refuses a key with another input, whatever the order of its members', async () => {
    const ctx = kit.ctx(patient());
    await oncePerKey(ctx, request('order'), () => Promise.resolve('first'));
    const same = await oncePerKey(ctx, request('order', { b: [2], a: 1 }), never);
    expect(same).toEqual({ id: 'first', repeated: true });
    await expect(oncePerKey(ctx, request('order', { a: 1, b: [3] }), never)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });

  it('keeps the key free when the work fails', async () => {
    const ctx = kit.ctx(patient());
    const fail = () => Promise.reject(new Error('broken'));
    await expect(oncePerKey(ctx, request('retry'), fail)).rejects.toThrow('broken');
    const second = await oncePerKey(ctx, request('retry'), () => Promise.resolve('made'));
    expect(second).toEqual({ id: 'made', repeated: false });
  });

  it('lets in once: what a repeat took on its way is undone', async () => {
    const ctx = kit.ctx(patient());
    const rule = { name: 'test.once', limit: 1, window: hours(1) };
    const admit = async (tx: TxCtx) => {
      const { allowed } = await consumeRateLimit(tx, rule, 'one');
      if (!allowed) throw new AppError('too_many_requests');
      return 'admitted';
    };
    const make = (_: TxCtx, id: string, admitted: string) => Promise.resolve(`${admitted} ${id}`);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => oncePerKey(ctx, request('let in'), make, admit)),
    );
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers[0]!.id).toMatch(/^admitted /);
    expect(await pointsLeft(ctx, { ...rule, limit: 2 }, 'one')).toMatchObject({ left: 1 });
    await expect(oncePerKey(ctx, request('another'), make, admit)).rejects.toMatchObject({
      code: 'too_many_requests',
    });
  });

  it('asks for the key first, and for the admission in the same trip', async () => {
    const ctx = kit.ctx(patient());
    const admit = async (tx: TxCtx) => void (await tx.tx.query('select 1 as admission'));
    const make = () => Promise.resolve('made');
    for (const key of ['warm', 'hot']) await oncePerKey(ctx, request(key), make, admit);
    const { statements, trips } = await countRoundTrips(() =>
      oncePerKey(ctx, request('trips'), make, admit),
    );
    expect(statements.map((text) => text.slice(0, 11))).toEqual([
      'BEGIN',
      'insert into',
      'select 1 as',
      'update "pla',
      'COMMIT',
    ]);
    expect(trips).toBe(4);
  });

  it('belongs to a person and a call', async () => {
    await oncePerKey(kit.ctx(patient()), request('mine'), () => Promise.resolve('theirs'));
    const own = await oncePerKey(kit.ctx(patient()), request('mine'), () => Promise.resolve('own'));
    expect(own.id).toBe('own');
  });

  it('remembers for a day and holds nothing of the input', async () => {
    const ctx = kit.ctx(patient());
    await oncePerKey(ctx, request('day', { note: 'canary' }), () => Promise.resolve('old'));
    const { rows } = await kit.services.database.pool.query(
      'select * from platform.idempotency_key',
    );
    expect(JSON.stringify(rows)).not.toContain('canary');
    await advance(kit.services, hours(25));
    const later = await oncePerKey(ctx, request('day'), () => Promise.resolve('new'));
    expect(later).toEqual({ id: 'new', repeated: false });
    expect(await forgetIdempotencyKeys(ctx)).toBeGreaterThan(0);
    expect(await oncePerKey(ctx, request('day'), never)).toEqual({ id: 'new', repeated: true });
  });
});

const never = () => Promise.reject(new Error('made twice'));
