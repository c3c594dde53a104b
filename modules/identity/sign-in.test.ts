import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { createJobs, syncQueues } from '#platform/jobs';
import { registry } from '../../workflows/registry';
import { currentPatient } from './queries/current-patient.server';
import { signedInPatient } from './testing';

describe('signing in', () => {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createTestServices({ jobs: createJobs() });
    await syncQueues(kit.services.database, registry);
  });
  afterAll(() => kit.close());

  it('registers', async () => {
    const { ctx, phone } = await signedInPatient(kit.ctx());
    expect(await currentPatient(ctx)).toMatchObject({ phoneNumber: phone, firstName: 'Sarah' });
  });
});
