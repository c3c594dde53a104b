import { afterAll, beforeAll, expect, it } from 'vitest';
import { hours } from '#platform/base/duration';
import { advance, resetClock } from '../../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../../tests/kit/services';
import { cancelLead } from '../commands.server';
import type { FindingCode } from '../schemas';
import { somePatient, submitted } from '../testing';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const newCtx = () => kit.ctx(somePatient());
const findingsOf = async (id: string): Promise<FindingCode[]> => {
  const { rows } = await kit.services.database.pool.query<{ findings: FindingCode[] }>(
    'select findings from leads.lead where id = $1',
    [id],
  );
  return rows[0]!.findings;
};
const timersOf = async (id: string): Promise<number> =>
  (await kit.services.database.pool.query('select 1 from flow.timer where instance_id = $1', [id]))
    .rowCount ?? 0;

const others = [
  ['Teeth Whitening', 'smile'],
  ['Dental Implants', 'mouth'],
  ['Dental Crown', 'mouth'],
] as const;

it('finds nothing in an ordinary request, which its timer may publish', async () => {
  const { _id } = await submitted(newCtx());
  expect(await findingsOf(_id)).toEqual([]);
  expect(await timersOf(_id)).toBe(1);
});

it.each([
  ['contact-data', { description: 'Call me: 212 555 0123' }],
  ['link', { description: 'My photos: https://example.com/me' }],
  [
    'contact-data',
    {
      patientInfo: {
        ageBand: null,
        gender: null,
        medicalHistory: '',
        allergies: 'ask me@example.com',
      },
    },
  ],
] as const)('holds a request with %s', async (finding, fields) => {
  const { _id } = await submitted(newCtx(), fields);
  expect(await findingsOf(_id)).toContain(finding);
  expect(await timersOf(_id)).toBe(0);
});

it('holds a second open request for the same thing, but neither another one nor one after a cancellation', async () => {
  const ctx = newCtx();
  const first = await submitted(ctx);
  const second = await submitted(ctx);
  expect(await findingsOf(second._id)).toEqual(['duplicate-request']);
  await cancelLead(ctx, { leadId: first._id, reason: null });
  await cancelLead(ctx, { leadId: second._id, reason: null });
  expect(await findingsOf((await submitted(ctx))._id)).toEqual([]);
  const elsewhere = await submitted(newCtx());
  expect(await findingsOf(elsewhere._id)).toEqual([]);
});

it('sees the duplicate also when both arrive at once', async () => {
  const ctx = newCtx();
  const both = await Promise.all([submitted(ctx), submitted(ctx)]);
  const findings = await Promise.all(both.map(({ _id }) => findingsOf(_id)));
  expect(findings.flat()).toEqual(['duplicate-request']);
});

it('holds a request whose photo was seen with another person', async () => {
  const { _id } = await submitted(newCtx(), {}, { photoSeenElsewhere: true });
  expect(await findingsOf(_id)).toEqual(['photo-seen-elsewhere']);
  expect(await timersOf(_id)).toBe(0);
});

it('holds the fourth request of a day, and not the one of the day after', async () => {
  const ctx = newCtx();
  for (const [subTreatment, bodyArea] of others) {
    const { _id } = await submitted(ctx, { subTreatment, bodyArea });
    expect(await findingsOf(_id)).toEqual([]);
  }
  const fourth = await submitted(ctx, { subTreatment: 'Root Canal' });
  expect(await findingsOf(fourth._id)).toEqual(['too-many-requests']);
  await advance(kit.services, hours(24.1));
  const fifth = await submitted(ctx, { subTreatment: 'Gum Treatment' });
  expect(await findingsOf(fifth._id)).toEqual([]);
  await resetClock(kit.services);
});
