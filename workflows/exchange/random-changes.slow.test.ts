import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  categories,
  cities,
  specialties,
  subTreatmentsOf,
  bodyAreasOf,
  eachOpen,
  openLists,
  type Category,
  type LeadFields,
  type OpenChoices,
} from '#contracts/consultation';
import { narrowingNames, narrowings, type ClinicLeadsQuery } from '#contracts/exchange';
import { listingsForClinic } from '#modules/exchange';
import { approveLead, cancelLead, leadBudgets, leadFlow } from '#modules/leads';
import { accountHolder, system, type ActorOf } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import type { Ctx, Services } from '#platform/context';
import { hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { runDueTimers } from '#engine/testing';
import { advance } from '../../tests/kit/clock';
import { isFull } from '../../tests/kit/full';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { eventSteps } from '../reactions/index';
import { updateProfile } from '../update-profile';
import { repairExchange } from './repair-exchange';
import { compareStep } from './refresh-listings';
import { fits, truthSql, type Truth } from './testing';

const changes = isFull ? 1_000 : 200;

/** Steps of a release that did not know lists of requests. */
const ofBefore = eventSteps.filter(({ name }) =>
  ['leads.audit-expiry', 'offers.decline-with-request'].includes(name),
);

/** The same choices each time, so that what fails fails again. */
let state = 20_26;
const below = (n: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
const some = <T>(list: readonly T[]): T[] => list.filter(() => below(2) === 0);

let kit: TestServices;
/** A process of a release that knows no list: what a lost job and a forgotten call would leave. */
let before: Services;
let killer: pg.Client;
const patients: SignedInPatient[] = [];
beforeAll(async () => {
  kit = await createTestServices();
  before = { ...kit.services, eventSteps: ofBefore };
  const limits = { perHour: 10_000, perDay: 10_000, unscreenedPerDay: 10_000 };
  await writeSetting(kit.ctx(system('test')), leadBudgets, limits);
  killer = new pg.Client(kit.services.env.databaseUrl);
  await killer.connect();
  for (let n = 0; n < 8; n += 1)
    patients.push(
      await signedInPatient(kit.ctx(), { firstName: one(names), lastName: one(lasts) }),
    );
});
afterAll(async () => {
  await killer?.end();
  await kit?.close();
});

const names = ['Sarah', 'Émilie Ann', 'Ömer', 'Zoë', 'Sam', 'Rıza', 'Lee'];
const lasts = ['Miller', 'Özil', 'şahin', 'M'];

const rows = async <R extends object>(sql: string): Promise<R[]> =>
  (await kit.services.database.pool.query<R>(sql)).rows;

const someFields = (): Partial<LeadFields> => {
  const treatment: Category = one(categories);
  return {
    treatment,
    subTreatment: one(subTreatmentsOf[treatment]),
    bodyArea: one(bodyAreasOf[treatment]),
    locations: some(cities),
    ...(eachOpen((fact) => one<string | null>([...openLists[fact], null])) as OpenChoices),
  };
};

const aLead = async (statuses: string) =>
  one(
    await rows<{ id: string; patient_id: string }>(
      `select id, patient_id from leads.lead where status in (${statuses}) order by created_at, id`,
    ),
  ) as { id: string; patient_id: string } | undefined;

type Change = (
  as: <A extends ActorOf<'patient'> | ActorOf<'system'>>(ctx: Ctx<A>) => Ctx<A>,
) => Promise<unknown>;
const asSystem = () => kit.ctx(system('test'));
const kinds: Record<string, Change> = {
  submit: (as) => submitted(as(one(patients).ctx), someFields()),
  publish: async (as) => {
    const lead = await aLead(`'pending'`);
    if (lead) await approveLead(as(asSystem()), { leadId: lead.id });
  },
  cancel: async (as) => {
    const lead = await aLead(`'pending', 'reviewed', 'offers_received'`);
    const owner = patients.find(({ ctx }) => ctx.actor.id === lead?.patient_id);
    if (lead && owner) await cancelLead(as(owner.ctx), { leadId: lead.id, reason: null });
  },
  rename: (as) => {
    const { ctx, phone } = one(patients);
    const named = { firstName: one(names), lastName: one(lasts), email: 'sarah@example.com' };
    return updateProfile(as(ctx), { phoneNumber: phone, ...named });
  },
  // Publishes, widens, reminds and ends what is due, as far as the clock has come.
  time: async (as) => {
    await advance(kit.services, hours(1 + below(40)));
    const ctx = as(asSystem());
    await runDueTimers(ctx.services, { flows: [leadFlow] }, await now(ctx));
  },
  lose: () => rows(`delete from exchange.${one(['listing', 'posting'])} where random() < 0.1`),
};
const drawn = [
  'submit',
  'submit',
  'submit',
  'publish',
  'publish',
  'publish',
  'cancel',
  'rename',
  'rename',
  'time',
];

/** Connections end as those of a process that is killed, wherever its transactions are. */
const kill = async () => {
  await new Promise((resolve) => setTimeout(resolve, below(25)));
  await killer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'pg-boss'`,
  );
};

/** Until the pool has noticed which of its connections are gone. */
async function settle(): Promise<void> {
  const ask = () => kit.services.database.pool.query('select 1');
  for (;;) {
    const asked = await Promise.allSettled(Array.from({ length: 10 }, ask));
    if (asked.every(({ status }) => status === 'fulfilled')) return;
  }
}

async function change(): Promise<'done' | 'failed'> {
  const services = below(8) === 0 ? before : kit.services;
  const kind = below(40) === 0 ? 'lose' : one(drawn);
  const work = kinds[kind]!((ctx) => ({ ...ctx, services })).then(
    () => 'done' as const,
    () => 'failed' as const,
  );
  if (below(6) === 0) await kill();
  return work;
}

const truth = () => rows<Truth>(truthSql);

const someQuery = (): ClinicLeadsQuery => ({
  ...(below(3) === 0 ? { treatment: one(categories) } : {}),
  ...(below(3) === 0 ? { location: one(cities) } : {}),
  ...Object.fromEntries(
    narrowingNames.flatMap((name) =>
      below(3) === 0 ? [[name, one<string>(narrowings[name].values)]] : [],
    ),
  ),
  ...(below(2) === 0
    ? {
        q: one([
          'sarah',
          'EMI',
          'ann',
          'ö',
          'm',
          'transplant',
          'other',
          'face',
          'Ank',
          'dental',
          'a',
          'zoë m.',
          'nobody',
        ]),
      }
    : {}),
});

/** Through all its pages. */
async function listFor(profile: { specialties: never[]; city: string }, query: ClinicLeadsQuery) {
  const clinic = kit.ctx({
    kind: 'clinic',
    id: newId(),
    member: accountHolder(newId()),
    phone: '+12125550100',
    sessionId: newId(),
    approved: true,
  });
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listingsForClinic(clinic, profile, { ...query, cursor });
    found.push(...page.leads.map(({ _id }) => _id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return found;
}

async function isTrue(): Promise<void> {
  const present = await truth();
  expect((await compareStep(asSystem(), { after: null, limit: 100_000 })).differences).toEqual([]);
  const listed = await rows<{ id: string; patient: string | null }>(
    'select id, patient from exchange.listing order by published_at desc, id desc',
  );
  expect(listed).toEqual(present.map(({ id, name }) => ({ id, patient: name })));
  for (let n = 0; n < 200; n += 1) {
    const profile = { specialties: some(specialties) as never[], city: one([...cities, 'Bursa']) };
    const query = someQuery();
    const expected = present.filter((row) => fits(row, profile, query)).map(({ id }) => id);
    expect(await listFor(profile, query), JSON.stringify({ profile, query })).toEqual(expected);
  }
}

it(
  `is true after ${changes} random changes with kills in between and a repair, and again from nothing`,
  async () => {
    const ended = { done: 0, failed: 0 };
    let mended = 0;
    for (let n = 1; n <= changes; n += 1) {
      // Two at once, now and then.
      for (const end of await Promise.all(below(3) === 0 ? [change(), change()] : [change()]))
        ended[end] += 1;
      if (n % 100 > 0) continue;
      // A repair that is killed on its way is begun again.
      const killed = repairExchange(asSystem()).catch(() => ({ mended: 0 }));
      const [first] = await Promise.all([killed, kill()]);
      await settle();
      mended += first.mended + (await repairExchange(asSystem())).mended;
      await isTrue();
    }
    const listed = (await truth()).length;
    expect({ ended, mended, listed }).toMatchObject({
      ended: { done: expect.toSatisfy((n: number) => n > changes / 2) as number },
      mended: expect.toSatisfy((n: number) => n > 0) as number,
      listed: expect.toSatisfy((n: number) => n > 10) as number,
    });
    expect(ended.failed).toBeGreaterThan(0);
    await rows('truncate exchange.listing, exchange.posting');
    expect((await repairExchange(asSystem())).mended).toBe(listed);
    await isTrue();
  },
  changes * 1_000,
);
