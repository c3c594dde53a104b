import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listErasures } from '#modules/leaving';
import type { Ctx } from '#platform/context';
import { runJobs, runDueTimers } from '#engine/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { advance } from '../../tests/kit/clock';
import { minutes } from '#platform/base/duration';
import { someReviewer } from '../../tests/kit/clinics';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { registry } from '../registry';
import { closeOwnAccount } from './close-account';
import { liftLegalHold, placeLegalHold } from './hold';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const listed = async (): Promise<string[]> =>
  (await listErasures(kit.services.env)).map(({ id }) => id);
const admin = () => kit.ctx(someReviewer('admin'));
async function somebody() {
  const { ctx } = await signedInPatient(kit.ctx());
  const person = { kind: 'patient', id: ctx.actor.id } as const;
  return { ctx, id: person.id, act: { person, reason: 'A claim of a clinic.' } };
}
/** The minute in which the mail that says goodbye goes out is over. */
async function aMinuteLater(): Promise<void> {
  await advance(kit.services, minutes(2));
  await runDueTimers(kit.services, registry);
  await runJobs(kit.services, registry);
}

it('has an account as soon as it is closed', async () => {
  const { ctx, id } = await somebody();
  expect(await listed()).not.toContain(id);
  await closeOwnAccount(ctx);
  expect(await listed()).toContain(id);
});

it('has one that was held when it was closed once the hold is lifted', async () => {
  const { ctx, id, act } = await somebody();
  await placeLegalHold(admin(), act);
  await closeOwnAccount(ctx);
  await aMinuteLater();
  expect(await listed()).not.toContain(id);
  await liftLegalHold(admin(), act);
  await aMinuteLater();
  expect(await listed()).toContain(id);
});

it('loses one that is held before its erasure begins, and has it again once that begins', async () => {
  const { ctx, id, act } = await somebody();
  await closeOwnAccount(ctx);
  await placeLegalHold(admin(), act);
  expect(await listed()).not.toContain(id);
  await aMinuteLater();
  expect(await listed()).not.toContain(id);
  await liftLegalHold(admin(), act);
  await aMinuteLater();
  expect(await listed()).toContain(id);
});

it('that cannot be written closes the account all the same, and the erasure waits for it', async () => {
  const { ctx, id } = await somebody();
  const { env } = kit.services;
  const broken = { ...env, ERASURE_LIST: path.join('/dev/null', 'erasures') };
  const away: Ctx<typeof ctx.actor> = { ...ctx, services: { ...ctx.services, env: broken } };
  await closeOwnAccount(away);
  expect(kit.logged.some(({ msg }) => msg === 'leaving.erasure-not-listed')).toBe(true);
  expect(await listed()).not.toContain(id);
  await advance(kit.services, minutes(2));
  await runDueTimers(kit.services, registry);
  const services = { ...kit.services, env: broken };
  await expect(runJobs(services, registry)).rejects.toThrow();
  const { rows } = await kit.services.database.pool.query(
    'select status from leaving.erasure where person_id = $1',
    [id],
  );
  expect(rows).toEqual([{ status: 'erasing' }]);
  await runJobs(kit.services, registry);
  expect(await listed()).toContain(id);
});
