import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDueTimers } from '../platform/flow/testing';
import { registry } from '../workflows/registry';
import { approvalOf, demoClinics } from './seed/demo-clinics';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { resolveSession, signInStaff, totpCodeAt } from '#modules/identity';
import { now } from '#platform/clock';
import { seed } from './seed';
import type { StaffSignIn } from './seed/demo-staff';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const rows = async (query: string) =>
  (await kit.services.database.pool.query(query)).rows as Array<Record<string, unknown>>;

it('makes demo people with requests in several states, by commands, and leaves the clock alone', async () => {
  await seed.run(kit.services);
  expect(await rows('select status, findings from leads.lead order by created_at')).toEqual([
    { status: 'cancelled', findings: [] },
    { status: 'reviewed', findings: [] },
    { status: 'reviewed', findings: [] },
    { status: 'pending', findings: ['contact-data'] },
    { status: 'pending', findings: [] },
  ]);
  expect(await rows('select * from platform.clock')).toEqual([]);
  expect(await rows('select * from identity.session where ended_at is null')).toEqual([]);
  const timers = await rows(
    `select label, round(extract(epoch from fire_at - now()) / 3600) as hours from flow.timer
     where label like '%widening%' order by fire_at`,
  );
  expect(timers.map(({ hours }) => Number(hours))).toEqual([-6, 18]);
});

it('makes a clinic in every state, with documents that can be opened', async () => {
  const clinics = await rows(
    `select c.clinic_name as name, c.status, c.stage, a.approval,
       (select count(*)::int from clinic_onboarding.document d where d.clinic_id = c.id) as documents
     from clinic_onboarding.clinic c join identity.clinic_account a on a.id = c.id
     order by c.phone`,
  );
  expect(clinics.map(({ status, stage, documents }) => [status, stage, documents])).toEqual([
    ['approved', null, 4],
    ['approved', null, 4],
    ['pending', 'documents', 0],
    ['pending', 'review', 4],
    ['pending', 'review', 4],
    ['pending', 'documents', 4],
    ['rejected', null, 4],
    ['suspended', null, 4],
  ]);
  for (const { name, status, approval } of clinics) {
    expect(name).toMatch(/ \(demo\)$/);
    expect(approval).toBe(status);
  }
  const keys = await rows('select storage_key as key, warnings from clinic_onboarding.document');
  for (const { key, warnings } of keys) {
    expect(warnings).toEqual([]);
    expect(await kit.services.ports.storage.get(key as string)).not.toBeNull();
  }
});

it('leaves the clocks of reviews where they would be, the overdue ones due', async () => {
  expect(await runDueTimers(kit.services, registry)).toBeGreaterThanOrEqual(3);
  const stages = await rows(
    `select stage, due_at < platform.now() as late from clinic_onboarding.clinic
     where complete_at is not null and status = 'pending' order by registered_at`,
  );
  expect(stages).toEqual([
    { stage: 'breached', late: true },
    { stage: 'review', late: false },
  ]);
});

it('tells how to sign in, and changes nothing when it runs again', async () => {
  const count = `select (select count(*) from leads.lead) + (select count(*) from identity.patient) +
      (select count(*) from clinic_onboarding.clinic) +
      (select count(*) from clinic_onboarding.document) as n`;
  const before = await rows(count);
  await seed.run(kit.services);
  expect(await rows(count)).toEqual(before);
  const told = JSON.parse(readFileSync(path.join(kit.dataDir, 'demo.json'), 'utf8')) as object;
  const secrets = { password: expect.any(String), totpSecret: expect.any(String) } as object;
  expect(told).toEqual({
    staff: [
      { email: 'reviewer@demo.example', ...secrets },
      { email: 'admin@demo.example', ...secrets },
    ],
    clinics: demoClinics.map((clinic) => ({
      phoneNumber: clinic.phoneNumber,
      clinicName: clinic.details.clinicName,
      approvalStatus: approvalOf(clinic),
    })),
    patients: [
      { phoneNumber: '+12125550101', firstName: 'Sarah', lastName: 'Miller (demo)' },
      { phoneNumber: '+12125550102', firstName: 'Michael', lastName: 'Carter (demo)' },
      { phoneNumber: '+12125550103', firstName: 'Emma', lastName: 'Novak (demo)' },
    ],
  });
});

it('lets staff in with what it tells, in their roles, after every run', async () => {
  const told = JSON.parse(readFileSync(path.join(kit.dataDir, 'demo.json'), 'utf8')) as {
    staff: StaffSignIn[];
  };
  const roles: unknown[] = [];
  for (const { email, password, totpSecret } of told.staff) {
    const ctx = kit.ctx();
    const code = totpCodeAt(totpSecret, await now(ctx));
    const browser = { userAgent: null, sessionToken: null };
    const { token } = await signInStaff(ctx, { email, password, code }, browser);
    roles.push(await resolveSession(ctx, { principal: 'staff', token, renew: false }));
  }
  expect(roles).toMatchObject([{ role: 'reviewer' }, { role: 'admin' }]);
});
