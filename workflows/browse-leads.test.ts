import { afterAll, beforeAll, expect, it } from 'vitest';
import { abbreviatedNames } from '#modules/identity';
import { leadsForClinic } from '#modules/leads';
import { newId } from '#platform/ids';
import { createTestServices, type TestServices } from '../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

it('asks for more patients at once than a statement has parameters', async () => {
  const clinic = kit.ctx({
    kind: 'clinic',
    id: newId(),
    phone: '+12125550100',
    sessionId: newId(),
    approved: true,
  });
  const patientIds = Array.from({ length: 70_000 }, newId);
  expect((await abbreviatedNames(clinic, patientIds)).size).toBe(0);
  const profile = { specialties: ['Dental Treatment' as const], city: 'Istanbul' };
  const found = await leadsForClinic(clinic, profile, { q: 'Sarah', patientIds });
  expect(found.leads).toEqual([]);
});
