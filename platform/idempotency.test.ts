import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours } from '#platform/duration';
import { newId } from '#platform/ids';
import { advance } from '../tests/kit/clock';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { forgetIdempotencyKeys, oncePerKey } from './idempotency';

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
