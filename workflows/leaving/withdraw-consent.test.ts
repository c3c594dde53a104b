import { afterAll, beforeAll, expect, it } from 'vitest';
import { withdrawableKinds } from '#contracts/identity';
import { withTransaction } from '#engine';
import { newId } from '#platform/base/ids';
import { someFields } from '../../modules/leads/testing';
import { agreeingPatient, type PatientCtx } from '../../tests/kit/agreeing-patient';
import { somebodyWaits } from '../../tests/kit/locks';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { submitRequest } from '../submit-request';
import { takeConsentBack } from './withdraw-consent';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

/** Those without which no request is shown to clinics; aftercare and translation have consents of their own. */
const ofRequests = withdrawableKinds.filter(
  (kind) => kind !== 'aftercare' && kind !== 'translation',
);

const newCtx = () => agreeingPatient(kit);
const submit = (ctx: PatientCtx) =>
  submitRequest(ctx, { from: 'fields', leadId: newId(), fields: someFields() });
const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await kit.services.database.pool.query<T>(text, values)).rows;
const statusOf = async (leadId: string) =>
  (await rows<{ status: string }>('select status from leads.lead where id = $1', leadId))[0]
    ?.status;

/** Requests that clinics are shown though their patient has not agreed to both, as things stand. */
const withoutConsent = () =>
  rows(
    `select id from leads.lead l
     where status in ('pending', 'active')
       and (select count(distinct kind) from identity.consent c
            where c.patient_id = l.patient_id and withdrawn_at is null and kind = any ($1)) < $2`,
    [...ofRequests],
    ofRequests.length,
  );

it.each(ofRequests)('ends what is open, and says when %s was taken back', async (kind) => {
  const ctx = await newCtx();
  const { id } = await submit(ctx);
  const consents = await takeConsentBack(ctx, { kind });
  expect(consents.filter((one) => one.withdrawnAt !== null).map((one) => one.kind)).toEqual([kind]);
  expect(await statusOf(id)).toBe('cancelled');
  expect(await takeConsentBack(ctx, { kind })).toEqual(consents);
});

it('is given anew with the next request', async () => {
  const ctx = await newCtx();
  await submit(ctx);
  await takeConsentBack(ctx, { kind: 'health-data' });
  const { id } = await submit(ctx);
  expect(await withoutConsent()).toEqual([]);
  expect(await statusOf(id)).not.toBe('cancelled');
});

it('leaves other patients their requests', async () => {
  const [one, other] = [await newCtx(), await newCtx()];
  await submit(one);
  const { id } = await submit(other);
  await takeConsentBack(one, { kind: 'sharing-with-clinics' });
  expect(await statusOf(id)).not.toBe('cancelled');
});

it('waits for a request that is being sent, and ends it', async () => {
  const ctx = await newCtx();
  await submit(ctx);
  let takenBack: Promise<unknown> = Promise.resolve();
  const { id } = await withTransaction(ctx, async (tx) => {
    const submitted = await submit(tx);
    takenBack = takeConsentBack(ctx, { kind: 'health-data' });
    await somebodyWaits(kit);
    return submitted;
  });
  await takenBack;
  expect(await statusOf(id)).toBe('cancelled');
  expect(await withoutConsent()).toEqual([]);
});

it('leaves no request open without a consent, of fifty at once', async () => {
  const patients = await Promise.all(Array.from({ length: 10 }, newCtx));
  for (const ctx of patients) await submit(ctx);
  await Promise.all(
    patients.flatMap((ctx) => [
      submit(ctx),
      takeConsentBack(ctx, { kind: 'health-data' }),
      submit(ctx),
      takeConsentBack(ctx, { kind: 'sharing-with-clinics' }),
      submit(ctx),
    ]),
  );
  expect(await withoutConsent()).toEqual([]);
});
