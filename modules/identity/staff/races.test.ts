import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { withTransaction } from '#engine';
import { outcome } from '../../../tests/kit/identity';
import { deadlocks, somebodyWaits } from '../../../tests/kit/locks';
import { SoftPasskey } from '../../../tests/kit/passkey';
import { createTestServices, type TestServices } from '../../../tests/kit/services';
import { signedInStaff, staffCode } from '../testing';
import { lockAccount } from './sessions.server';
import {
  addStaff,
  disableStaff,
  endInvites,
  enrolStaff,
  findInvite,
  resetStaffFactors,
} from './accounts.server';
import { addPasskey, passkeyRegistrationOptions } from './passkeys.server';
import { unsealTotp } from './factors.server';

describe('an account of staff that is dealt with while its owner does something', () => {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit?.close());
  beforeEach(() => kit.services.database.pool.query('delete from platform.rate_limit'));

  const cli = () => kit.ctx(system('staff-command'));
  const passkeysOf = async (staffId: string) => {
    const query = 'select id from identity.staff_passkey where staff_id = $1';
    return (await kit.services.database.pool.query(query, [staffId])).rows;
  };

  it.each([
    ['its factors are reset', resetStaffFactors],
    ['it is disabled', disableStaff],
  ])('gets no passkey when %s at that moment', async (_what, shutOut) => {
    const { ctx, id: staffId } = await signedInStaff(kit.ctx());
    const { challengeId, options } = await passkeyRegistrationOptions(ctx, 'Test');
    const response = new SoftPasskey(kit.services.env.PUBLIC_URL).create(options);
    const { adding } = await withTransaction(cli(), async (tx) => {
      await shutOut(tx, { staffId });
      const begun = {
        adding: outcome(addPasskey(ctx, { challengeId, response, userAgent: null })),
      };
      await somebodyWaits(kit);
      return begun;
    });
    expect(await adding).toBe('unauthenticated');
    expect(await passkeysOf(staffId)).toEqual([]);
  });

  it('is enrolled, or its link ends first: neither holds the other up', async () => {
    const person = { email: 'new@staff.example', name: 'New', role: 'reviewer' } as const;
    const { id: staffId, link } = await addStaff(cli(), person);
    const token = link.split('#')[1]!;
    const { totpCipher } = (await findInvite(kit.ctx(), token))!;
    const secret = unsealTotp(kit.services.env, staffId, totpCipher);
    const code = await staffCode(kit.ctx(), secret);
    const before = await deadlocks(kit);
    const { enrolling } = await withTransaction(cli(), async (tx) => {
      await lockAccount(tx, staffId);
      const password = 'lantern kettle orbit 41';
      const begun = { enrolling: outcome(enrolStaff(kit.ctx(), { token, password, code })) };
      await somebodyWaits(kit);
      await endInvites(tx, staffId);
      return begun;
    });
    expect(await enrolling).toBe('invalid_invite');
    expect(await deadlocks(kit)).toBe(before);
  });
});
