import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDueTimers, runJobs } from '#engine/testing';
import { registry } from '../workflows/registry';
import { eventSteps } from '../workflows/reactions/index';
import { phoneOfClinic } from './seed/approved-clinics';
import { approvalOf, demoClinics } from './seed/demo-clinics';
import { demoPatients } from './seed/demo-patients';
import { clinicIdOf } from './seed/seed-clinic';
import { tour } from './seed/tour';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { reputationOf } from '#modules/deals';
import { outcomesOfClinic } from '#modules/outcomes';
import { resolveSession, signInStaff, totpCodeAt } from '#modules/identity';
import { now } from '#platform/time/clock';
import { seed } from './seed';
import type { StaffSignIn } from './seed/demo-staff';

const leadStates = { pending: 2, reviewed: 7, offers_received: 3, completed: 36, cancelled: 2 };
const offerStates = {
  ...{ pending: 7, negotiating: 3, accepted: 36, declined: 3, withdrawn: 1, expired: 3 },
};
/** Scans of documents, copies of photos to remove; of what people are told next to nothing. */
const mostLeft = 130;
const dealStates = {
  ...{
    accepted: 1,
    scheduled: 1,
    confirming: 1,
    disputed: 1,
    treated: 12,
    reviewed: 19,
    cancelled: 1,
  },
};
/** Some of what people were told. */
const toldOf = [
  ...['leads.published', 'leads.no-offers-yet', 'leads.expired', 'offers.made', 'offers.revised'],
  ...['offers.not-chosen', 'offers.expired', 'offers.declined', 'offers.accepted'],
  ...['deals.scheduled', 'deals.cancelled', 'deals.reviewed', 'deals.review-answered'],
];

let kit: TestServices;
let atFirst: Awaited<ReturnType<typeof counts>>;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const rows = async (query: string) =>
  (await kit.services.database.pool.query(query)).rows as Array<Record<string, unknown>>;

/** How many rows each table of the business has. */
const counts = async ({ services }: TestServices) =>
  (
    await services.database.pool.query<{ name: string; rows: string }>(
      `select table_schema || '.' || table_name as name, (xpath('/row/n/text()', query_to_xml(
         format('select count(*) as n from %I.%I', table_schema, table_name), false, true, '')))[1]::text as rows
       from information_schema.tables
       where table_schema in ('identity', 'consultation', 'leads', 'exchange', 'offers', 'deals', 'outcomes', 'messaging',
         'attachments', 'clinic_onboarding', 'notifications', 'flow') order by 1`,
    )
  ).rows;
const statesOf = async (table: string, column = 'status') =>
  Object.fromEntries(
    (await rows(`select ${column} as state, count(*)::int as n from ${table} group by 1`)).map(
      ({ state, n }) => [state, n],
    ),
  );

it('makes demo people with requests, offers and deals in every state, by commands, and leaves the clock alone', async () => {
  const began = new Date();
  await seed.run(kit.services);
  expect(kit.logged.filter(({ msg }) => msg === 'a story of the demo was left out')).toEqual([]);
  expect(await statesOf('leads.lead')).toEqual(leadStates);
  expect(await statesOf('offers.offer')).toEqual(offerStates);
  expect(await statesOf('deals.deal', 'phase')).toEqual(dealStates);
  expect(await statesOf('leads.ask', 'state')).toEqual({ answered: 1, held: 2 });
  expect(await statesOf('companions.share', 'state')).toEqual({ used: 1 });
  expect(await rows(`select distinct unnest(findings) as finding from leads.lead`)).toEqual([
    { finding: 'contact-data' },
  ]);
  expect(await rows('select max(offers_count)::int as most from leads.lead')).toEqual([
    { most: 5 },
  ]);
  expect(await rows('select * from platform.clock')).toEqual([]);
  expect(await rows('select * from identity.session where ended_at is null')).toEqual([]);
  // Time went by as it does: no clock of a request, an offer or a deal waits to ring too late.
  const late = await rows(
    `select label from flow.timer t join flow.instance i on i.id = t.instance_id
     where t.fire_at < '${began.toISOString()}' and i.machine in ('leads.lead', 'leads.ask', 'offers.offer', 'deals.deal', 'outcomes.outcome')`,
  );
  expect(late).toEqual([]);
  atFirst = await counts(kit);
}, 180_000);

it('makes conversations and reviews, and clinics whose figures are shown beside such of too few', async () => {
  const [said] = await rows(
    `select count(*) filter (where 'phone' = any(found))::int as phones,
       count(*) filter (where 'email' = any(found))::int as emails,
       count(*) filter (where cardinality(attachments) > 0)::int as files from messaging.message`,
  );
  expect(said).toEqual({ phones: 1, emails: 1, files: 2 });
  const [unread] = await rows(
    `select count(*) filter (where patient_unread > 0)::int as patients,
       count(*) filter (where clinic_unread > 0)::int as clinics from messaging.conversation`,
  );
  expect(unread).toEqual({ patients: 5, clinics: 2 });
  expect(await rows('select count(*)::int as n from messaging.report')).toEqual([{ n: 1 }]);
  const [reviews] = await rows(
    `select count(*)::int as n, count(answer)::int as answered, count(reported_at)::int as reported from deals.review`,
  );
  expect(reviews).toEqual({ n: 19, answered: 5, reported: 1 });
  const names = ['galata', 'courtyard', 'lara', 'lanterns'] as const;
  const ids = names.map((name) => clinicIdOf(phoneOfClinic(name)));
  const shown = await reputationOf(kit.ctx(), ids);
  expect(ids.map((id) => shown.get(id)!.rating?.count ?? null)).toEqual([6, 5, null, null]);
  expect(shown.get(ids[0]!)).toMatchObject({
    priceKept: { kept: 5, of: 6 },
    answerTime: { sample: expect.any(Number) as number },
  });
  const harbour = clinicIdOf(phoneOfClinic('harbour'));
  expect(await outcomesOfClinic(kit.ctx(), { clinicId: harbour })).toEqual({
    halfYear: { answered: 12, of: 15, again: 9 },
    year: { answered: 11, of: 14, again: 9 },
  });
  expect(await statesOf('outcomes.outcome', 'phase')).toMatchObject({ 'year-due': 1 });
  expect(await rows('select count(*)::int as n from consultation.photo_view')).toEqual([{ n: 5 }]);
});

it('tells people at the moment at which it happened, and nobody of the past by mail', async () => {
  const [notices] = await rows(
    `select count(*) filter (where created_at < now() - interval '1 day')::int > 50 as before,
       count(*) filter (where read_at is null)::int > 5 as unread,
       count(*) filter (where created_at > now())::int as ahead from notifications.notice`,
  );
  expect(notices).toEqual({ before: true, unread: true, ahead: 0 });
  const [revised] = await rows(
    `select extract(epoch from now() - at)::float8 / 3600 > 4.5 as then from leads.activity
     where kind = 'offer-revised'`,
  );
  expect(revised).toEqual({ then: true });
  const waiting = await rows(
    `select kind from notifications.notification
     where status = 'queued' and created_at < now() - interval '1 hour'`,
  );
  expect(waiting).toEqual([]);
  const kinds = () => statesOf('notifications.notice', 'kind');
  const before = await kinds();
  expect(Object.keys(before)).toEqual(expect.arrayContaining(toldOf));
  // Nobody who starts the demo is to wait for work of the past.
  expect(await runJobs(kit.services, registry)).toBeLessThan(mostLeft);
  expect(await kinds()).toEqual(before);
}, 180_000);

it('makes a clinic in every state, with documents that can be opened', async () => {
  const clinics = await rows(
    `select c.clinic_name as name, c.status, c.stage, a.approval,
       (select count(*)::int from clinic_onboarding.document d where d.clinic_id = c.id) as documents
     from clinic_onboarding.clinic c join identity.clinic_account a on a.id = c.id
     order by c.phone`,
  );
  expect(clinics.map(({ status, stage, documents }) => [status, stage, documents])).toEqual([
    // The first one also has what a law may require.
    ['approved', null, 6],
    ['approved', null, 4],
    ['pending', 'documents', 0],
    ['pending', 'review', 4],
    ['pending', 'review', 4],
    ['pending', 'documents', 4],
    ['rejected', null, 4],
    ['suspended', null, 4],
    ['pending', 'review', 4],
    ...[4, 4, 4, 4, 5, 4].map((documents) => ['approved', null, documents]),
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
  expect(await runDueTimers(kit.services, registry)).toBeGreaterThanOrEqual(2);
  const stages = await rows(
    `select stage, due_at < platform.now() as late from clinic_onboarding.clinic
     where complete_at is not null and status = 'pending' order by registered_at`,
  );
  expect(stages).toEqual([
    { stage: 'breached', late: true },
    { stage: 'review', late: false },
    { stage: 'review', late: false },
  ]);
  const twins = await rows(`select kind, state from twins.finding order by kind`);
  expect(twins).toEqual([
    { kind: 'document', state: 'open' },
    { kind: 'licence', state: 'open' },
  ]);
});

it('tells how to sign in, and changes nothing when it runs again', async () => {
  const before = await counts(kit);
  await seed.run(kit.services);
  expect(await counts(kit)).toEqual(before);
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
    patients: demoPatients.map(({ phoneNumber, firstName, lastName }) => ({
      ...{ phoneNumber, firstName, lastName },
    })),
    tour,
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

it('goes on where it was killed: what was under way is undone, and the next run makes the same', async () => {
  const other = await createTestServices();
  try {
    let treated = 0;
    const killed = {
      on: 'deals.treated',
      name: 'test.killed',
      run: () => ((treated += 1) > 7 ? Promise.reject(new Error('killed')) : Promise.resolve()),
    };
    const services = { ...other.services, eventSteps: [...eventSteps, killed] };
    await expect(seed.run(services)).rejects.toThrow('killed');
    const left = await other.services.database.pool.query('select status from leads.lead');
    expect(left.rows).toEqual(Array.from({ length: 7 }, () => ({ status: 'completed' })));
    expect((await other.services.database.pool.query('select * from platform.clock')).rows).toEqual(
      [],
    );
    await seed.run(other.services);
    expect(await counts(other)).toEqual(atFirst);
  } finally {
    await other.close();
  }
}, 180_000);
