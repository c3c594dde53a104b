import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { advance, resetClock } from '../../../tests/kit/clock';
import { outcome } from '../../../tests/kit/identity';
import { createTestServices, type TestServices } from '../../../tests/kit/services';
import { anonymous } from '#platform/base/actor';
import { hours, minutes } from '#platform/base/duration';
import { newToken } from '#platform/base/ids';
import { resolveSession } from '../sessions.server';
import { enrolledStaff, signedInStaff, staffCode, type EnrolledStaff } from '../testing';
import { signInStaff, signOutStaff } from './sessions.server';

describe('sign-in of staff', () => {
  let kit: TestServices;
  let someone: EnrolledStaff;
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await resetClock(kit.services);
    await kit.services.database.pool.query('delete from platform.rate_limit');
    someone = await enrolledStaff(kit.ctx());
  });

  const browser = { userAgent: null, sessionToken: null };
  const right = async (steps = 0) => ({
    email: someone.email,
    password: someone.password,
    code: await staffCode(kit.ctx(), someone.totpSecret, steps),
  });
  const actorOf = (token: string, renew = true) =>
    resolveSession(kit.ctx(), { principal: 'staff', token, renew });
  const sessions = async () =>
    (
      await kit.services.database.pool.query(
        'select * from identity.staff_session where staff_id = $1',
        [someone.id],
      )
    ).rows;

  it('takes e-mail, password and code, and opens a session of 256 bits kept as a hash', async () => {
    const { token } = await signInStaff(kit.ctx(), await right(), browser);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(await sessions())).not.toContain(token);
    expect(await actorOf(token)).toMatchObject({
      kind: 'staff',
      id: someone.id,
      role: 'reviewer',
    });
  });

  it('does not mind how the address and the code are spaced', async () => {
    const { email, password, code } = await right();
    const typed = {
      email: ` ${email.toUpperCase()} `,
      password,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    };
    await signInStaff(kit.ctx(), typed, browser);
  });

  it('answers everything that is wrong alike', async () => {
    const good = await right();
    const stranger = await enrolledStaff(kit.ctx());
    const wrong = [
      { ...good, password: `${good.password}x` },
      { ...good, code: '000000' },
      { ...good, code: 'abc' },
      { ...good, email: 'nobody@staff.example' },
      { ...good, code: await staffCode(kit.ctx(), stranger.totpSecret) },
    ];
    for (const each of wrong)
      expect(await outcome(signInStaff(kit.ctx(), each, browser))).toBe('invalid_credentials');
    await kit.services.database.pool.query(
      'update identity.staff_account set disabled_at = now() where id = $1',
      [someone.id],
    );
    expect(await outcome(signInStaff(kit.ctx(), good, browser))).toBe('invalid_credentials');
    expect(await sessions()).toEqual([]);
  });

  it.each([-1, 0, 1])('takes the code of step %i, and not again', async (steps) => {
    await advance(kit.services, minutes(5));
    const credentials = await right(steps);
    await signInStaff(kit.ctx(), credentials, browser);
    expect(await outcome(signInStaff(kit.ctx(), credentials, browser))).toBe('invalid_credentials');
  });

  it.each([-2, 2])('refuses the code of step %i', async (steps) => {
    await advance(kit.services, minutes(5));
    expect(await outcome(signInStaff(kit.ctx(), await right(steps), browser))).toBe(
      'invalid_credentials',
    );
  });

  it('takes no older code after a newer one', async () => {
    await advance(kit.services, minutes(5));
    const older = await right(-1);
    await signInStaff(kit.ctx(), await right(), browser);
    expect(await outcome(signInStaff(kit.ctx(), older, browser))).toBe('invalid_credentials');
  });

  it('opens one session for fifty of the same code', async () => {
    const credentials = await right();
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        outcome(signInStaff(kit.ctx(anonymous, { ip: `10.0.0.${i}` }), credentials, browser)),
      ),
    );
    expect(all.filter((one) => one === 'ok')).toHaveLength(1);
    expect(new Set(all)).toEqual(new Set(['ok', 'invalid_credentials', 'too_many_requests']));
    expect(await sessions()).toHaveLength(1);
  });

  it('looks at ten of fifty wrong tries at an account, from wherever they come, and says when to return', async () => {
    const good = await right();
    const tries = Array.from({ length: 50 }, (_, i) =>
      signInStaff(
        kit.ctx(anonymous, { ip: `10.0.1.${i}` }),
        { ...good, password: 'wrong' },
        browser,
      ).catch((error: unknown) => error),
    );
    const codes = (await Promise.all(tries)).map((e) => (e as { code: string }).code);
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(40);
    await expect(signInStaff(kit.ctx(), good, browser)).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterSeconds: expect.any(Number) as number },
    });
    const locked = { objectId: someone.id };
    await expect(kit).toBeAudited('identity.staff-locked', locked, { times: 1 });
    await advance(kit.services, minutes(16));
    await signInStaff(kit.ctx(), await right(), browser);
  });

  it('locks an address that nobody is known from just the same', async () => {
    const code = async (i: number) =>
      outcome(
        signInStaff(
          kit.ctx(anonymous, { ip: '10.0.2.1' }),
          { email: `nobody${i}@staff.example`, password: 'x', code: '1' },
          browser,
        ),
      );
    for (let i = 0; i < 30; i += 1) expect(await code(i)).toBe('invalid_credentials');
    expect(await code(31)).toBe('too_many_requests');
  });

  it('counts wrong tries only', async () => {
    for (let i = 0; i < 12; i += 1) {
      await advance(kit.services, minutes(1));
      await signInStaff(kit.ctx(), await right(), browser);
    }
  });

  it('lets nobody in while the limiter has no store', async () => {
    const away = await createTestServices();
    const ctx = away.ctx();
    await away.close();
    await expect(
      signInStaff(ctx, { email: 'a@b.example', password: 'x', code: '1' }, browser),
    ).rejects.not.toMatchObject({ code: 'invalid_credentials' });
  });

  it('ends the session the browser had, and adopts no planted one', async () => {
    const one = await signInStaff(kit.ctx(), await right(), browser);
    await advance(kit.services, minutes(1));
    const planted = newToken();
    const two = await signInStaff(kit.ctx(), await right(), { ...browser, sessionToken: planted });
    expect(await actorOf(planted)).toBeNull();
    expect(await actorOf(one.token)).not.toBeNull();
    await advance(kit.services, minutes(1));
    const again = { ...browser, sessionToken: two.token };
    const three = await signInStaff(kit.ctx(), await right(), again);
    expect(await actorOf(two.token)).toBeNull();
    expect(await actorOf(three.token)).not.toBeNull();
  });

  it('lasts fifteen minutes of rest and eight hours in all', async () => {
    const resting = await signedInStaff(kit.ctx());
    await advance(kit.services, minutes(14));
    expect(await actorOf(resting.token, false)).not.toBeNull();
    await advance(kit.services, minutes(2));
    expect(await actorOf(resting.token)).toBeNull();
    const busy = await signedInStaff(kit.ctx());
    for (let lived = 0; lived < hours(8) - minutes(10); lived += minutes(10)) {
      expect(await actorOf(busy.token)).not.toBeNull();
      await advance(kit.services, minutes(10));
    }
    await advance(kit.services, minutes(10));
    expect(await actorOf(busy.token)).toBeNull();
  });

  it('follows the role of the row, and ends with the account', async () => {
    const { token, id } = await signedInStaff(kit.ctx());
    const { pool } = kit.services.database;
    await pool.query(`update identity.staff_account set role = 'admin' where id = $1`, [id]);
    expect(await actorOf(token)).toMatchObject({ role: 'admin' });
    await pool.query('update identity.staff_account set disabled_at = now() where id = $1', [id]);
    expect(await actorOf(token)).toBeNull();
  });

  it('lets nobody in once a sign-out has committed, also with twenty requests under way', async () => {
    const { token } = await signedInStaff(kit.ctx());
    let ended = false;
    const late: unknown[] = [];
    const loops = Array.from({ length: 20 }, async () => {
      for (let i = 0; i < 10; i += 1) {
        const after = ended;
        const actor = await actorOf(token);
        if (after && actor) late.push(actor);
      }
    });
    await signOutStaff(kit.ctx(), token);
    ended = true;
    await Promise.all(loops);
    expect(late).toEqual([]);
    await signOutStaff(kit.ctx(), token);
  });
});
