import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelLead, leadFlow } from '#modules/leads';
import { declineOffer, offerFlow, withdrawOffer } from '#modules/offers';
import { system } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { isAppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { fireArmedTimer } from '#engine/testing';
import { isFull } from '../../tests/kit/full';
import { deadlocks } from '../../tests/kit/locks';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { reinstateClinic, suspendClinicAndEndSessions } from '../review-clinic';
import { withdrawWithClinic } from './withdraw-with-clinic';
import { reviseOffer, acceptShownOffer } from './offers';
import {
  publishedLead,
  sentOffer,
  someClinics,
  someOfferFields,
  withoutBudgets,
  type Published,
} from './testing';

/** `FUZZ=full` is the bar (security F10). */
const rounds = isFull ? 10_000 : 1_000;
const atOnce = 4;
/** Requests that are planted together; the clinics of each are nobody else's, since one of them is shut out and let in again. */
const batch = 5;
const fifty = Array.from({ length: 50 }, (_, n) => n);

interface Tree extends Published {
  readonly offers: readonly [string, string];
  readonly clinics: readonly [CtxOf<'clinic'>, CtxOf<'clinic'>, CtxOf<'clinic'>];
}

let kit: TestServices;
let clinics: CtxOf<'clinic'>[];
beforeAll(async () => {
  kit = await createTestServices();
  await withoutBudgets(kit);
  clinics = await someClinics(kit, 60);
});
afterAll(() => kit.close());

const threeOf = (n: number) =>
  clinics.slice(n * 3, n * 3 + 3) as [CtxOf<'clinic'>, CtxOf<'clinic'>, CtxOf<'clinic'>];

const rows = async <R extends object>(sql: string, values: unknown[] = []): Promise<R[]> =>
  (await kit.services.database.pool.query<R>(sql, values)).rows;

const expected = [
  'event_refused',
  'already_decided',
  'offer_expired',
  'offer_exists',
  'offers_full',
  'lead_closed',
  'forbidden',
];
/** The code of a refusal that somebody may meet who comes second; null where it was done. */
const politely = async (work: Promise<unknown>): Promise<string | null> => {
  try {
    await work;
    return null;
  } catch (error) {
    if (!isAppError(error) || !expected.includes(error.code)) throw error;
    return error.code;
  }
};

const fire = async (instance: string): Promise<void> => {
  const due = await rows<{ token: string }>(
    `update flow.timer set fire_at = platform.now() where instance_id = $1 returning token`,
    [instance],
  );
  for (const { token } of due)
    await fireArmedTimer(kit.services, [leadFlow, offerFlow], { instance, token });
};
const staff = () => kit.ctx(system('test'));

async function shutClinicOut({ clinics: [, { actor }] }: Tree): Promise<void> {
  const { id: clinicId } = actor;
  await suspendClinicAndEndSessions(staff(), { clinicId, reason: 'For a test.' });
  await withdrawWithClinic(staff(), { clinicId, by: 'suspension', perStep: 1 });
}

/** A request with two offers, by the real commands. */
async function plant(own: Tree['clinics']): Promise<Tree> {
  const { patient, leadId } = await publishedLead(kit);
  const offers = [await sentOffer(own[0], leadId), await sentOffer(own[1], leadId)] as const;
  return { patient, leadId, clinics: own, offers };
}

/** The tables that a tree lies in, each with the column of its ids. */
const lies = [
  ['leads.lead', 'id'],
  ['flow.instance', 'id'],
  ['flow.timer', 'instance_id'],
  ['exchange.listing', 'id'],
  ['offers.offer', 'id'],
  ['offers.revision', 'offer_id'],
] as const;
/** Rows of the seed as they were before anything crossed, by table. */
const seeds = new Map<string, string>();

/** The same request and offers once for each of these clinics: rows as JSON, with the ids replaced wherever they stand. */
async function copiesOf(seed: Tree, of: ReadonlyArray<Tree['clinics']>): Promise<Tree[]> {
  const idsOf = ({ leadId, offers, clinics: own }: Tree) => [
    leadId,
    ...offers,
    ...own.map(({ actor }) => actor.id),
  ];
  const trees = of.map((own): Tree => ({
    ...seed,
    clinics: own,
    leadId: newId(),
    offers: [newId(), newId()],
  }));
  const old = idsOf(seed);
  for (const [table, column] of lies) {
    const key = `${table} ${seed.leadId}`;
    if (!seeds.has(key)) {
      const found = await rows<{ all: string }>(
        `select coalesce(jsonb_agg(t), '[]')::text as all from ${table} t where ${column} = any($1)`,
        [[seed.leadId, ...seed.offers]],
      );
      seeds.set(key, found[0]!.all);
    }
    const copies = trees.map((tree) => {
      const fresh = idsOf(tree);
      return old.reduce((all, id, n) => all.replaceAll(id, fresh[n]!), seeds.get(key)!);
    });
    const token = `jsonb_build_object('token', gen_random_uuid())`;
    await rows(
      `insert into ${table} select (jsonb_populate_record(null::${table},
         r || ${table === 'flow.timer' ? token : `'{}'`})).* from jsonb_array_elements($1::jsonb) r`,
      [`[${copies.map((copy) => copy.slice(1, -1)).join()}]`],
    );
  }
  return trees;
}

const acts: ReadonlyArray<(tree: Tree) => Promise<unknown>> = [
  ({ patient, offers: [offerId] }) => acceptShownOffer(patient, { offerId }),
  ({ patient, offers: [, offerId] }) => acceptShownOffer(patient, { offerId }),
  ({ clinics: [clinic], offers: [offerId] }) => withdrawOffer(clinic, { offerId }),
  ({ patient, offers: [, offerId] }) => declineOffer(patient, { offerId, reason: 'price' }),
  ({ clinics: [clinic], offers: [offerId] }) =>
    reviseOffer(clinic, { offerId, fields: someOfferFields({ amountCents: 1 }) }),
  ({ clinics: [, , clinic], leadId }) => sentOffer(clinic, leadId),
  ({ patient, leadId }) => cancelLead(patient, { leadId, reason: null }),
  shutClinicOut,
  ({ clinics: [, clinic], leadId }) => sentOffer(clinic, leadId),
  ({ offers: [, offerId] }) => fire(offerId),
];
/** Every pair of two different acts, in turn. */
const pairs = acts.flatMap((first, n) =>
  acts.slice(n + 1).map((second) => [first, second] as const),
);

async function cross(tree: Tree, [first, second]: (typeof pairs)[number]): Promise<void> {
  await Promise.all([politely(first(tree)), politely(second(tree))]);
  if (first === shutClinicOut || second === shutClinicOut)
    await politely(reinstateClinic(staff(), { clinicId: tree.clinics[1].actor.id }));
}

/** Requests and offers that do not tell the same story, by what their rows say. */
const torn = `
  with told as (
    select lead_id, count(*) filter (where status in ('pending', 'negotiating')) as live,
      count(*) filter (where status = 'accepted') as accepted,
      array_agg(clinic_id order by clinic_id) filter (where status in ('pending', 'negotiating')) as whose
    from offers.offer group by lead_id)
  select l.id, l.status, l.offers_count, t.* from leads.lead l join told t on t.lead_id = l.id
    left join exchange.listing x on x.id = l.id
  where t.accepted <> (l.status = 'completed')::int
    or (l.status = 'reviewed' and t.live <> 0) or (l.status = 'offers_received' and t.live = 0)
    or (l.status in ('completed', 'cancelled') and (t.live > 0 or x.id is not null))
    or (l.status in ('reviewed', 'offers_received') and (l.offers_count <> t.live
      or x.offers_count is distinct from t.live::int
      or (select array_agg(c order by c) from unnest(x.offered_by) c) is distinct from t.whose))`;
const shutOut = `select o.id from offers.offer o join clinic_onboarding.clinic c on c.id = o.clinic_id
  where o.status in ('pending', 'negotiating') and c.status <> 'approved'`;
const again = () => kit.logged.filter(({ msg }) => msg === 'transaction again').length;

describe('streams of patients, clinics, staff and clocks over the same requests', () => {
  it(`cross ${rounds} times: one outcome each, and nobody ever waits in a circle`, async () => {
    let next = 0;
    const stream = async (_: unknown, of: number) => {
      const own = Array.from({ length: batch }, (__, n) => threeOf(of * batch + n));
      const seed = await plant(threeOf(of * batch));
      for (let n = next; n < rounds; n = next) {
        next += batch;
        for (const [more, tree] of (await copiesOf(seed, own)).entries())
          await cross(tree, pairs[(n + more) % pairs.length]!);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, stream));
    expect(await rows(torn)).toEqual([]);
    expect(await rows(shutOut)).toEqual([]);
    expect([await deadlocks(kit), again()]).toEqual([0, 0]);
  }, 3_600_000);
});

describe('fifty at once', () => {
  it('accept one offer: one is heard', async () => {
    const { patient, leadId } = await publishedLead(kit);
    const offerId = await sentOffer(clinics[0]!, leadId);
    const answers = await Promise.all(
      fifty.map(() => politely(acceptShownOffer(patient, { offerId }))),
    );
    expect(answers.filter((code) => code === null)).toHaveLength(1);
    expect(answers.filter((code) => code === 'already_decided')).toHaveLength(49);
  });

  it('accept five offers in as many tabs: one is chosen', async () => {
    const { patient, leadId } = await publishedLead(kit);
    const ids: string[] = [];
    for (const clinic of clinics.slice(0, 5)) ids.push(await sentOffer(clinic, leadId));
    const answers = await Promise.all(
      fifty.map((n) => politely(acceptShownOffer(patient, { offerId: ids[n % 5]! }))),
    );
    expect(answers.filter((code) => code === null)).toHaveLength(1);
    const states = await rows<{ status: string; n: number }>(
      'select status, count(*)::int as n from offers.offer where lead_id = $1 group by 1 order by 1',
      [leadId],
    );
    expect(states).toEqual([
      { status: 'accepted', n: 1 },
      { status: 'declined', n: 4 },
    ]);
  });

  it('send an offer each: five have a place', async () => {
    const { leadId } = await publishedLead(kit);
    const answers = await Promise.all(fifty.map((n) => politely(sentOffer(clinics[n]!, leadId))));
    expect(answers.filter((code) => code === null)).toHaveLength(5);
    expect(answers.filter((code) => code === 'offers_full')).toHaveLength(45);
  });

  it('send an offer of one clinic: it has one', async () => {
    const { leadId } = await publishedLead(kit);
    const answers = await Promise.all(fifty.map(() => politely(sentOffer(clinics[0]!, leadId))));
    expect(answers.filter((code) => code === null)).toHaveLength(1);
    expect(answers.filter((code) => code === 'offer_exists')).toHaveLength(49);
  });

  it('are held by the database too: no place twice, one live offer of a clinic, one chosen', async () => {
    const { leadId } = await publishedLead(kit);
    const [a, b] = [await sentOffer(clinics[0]!, leadId), await sentOffer(clinics[1]!, leadId)];
    const set = (what: string, id: string) =>
      rows(`update offers.offer set ${what} where id = $1`, [id]);
    await expect(set('slot = 1', b)).rejects.toThrow('offer_slot_idx');
    await expect(set(`clinic_id = '${clinics[0]!.actor.id}'`, b)).rejects.toThrow(
      'offer_one_each_idx',
    );
    const chosen = `status = 'accepted', slot = null, ended_at = now(), sealed_hash = '${newId()}'`;
    await set(chosen, a);
    await expect(set(chosen, b)).rejects.toThrow('offer_accepted_idx');
    // Nothing of this was done by a machine.
    await rows('alter table offers.offer disable trigger offer_sealed_stays');
    await rows('alter table offers.revision disable trigger revision_append_only');
    await rows('delete from offers.revision where offer_id = any($1)', [[a, b]]);
    await rows('delete from offers.offer where id = any($1)', [[a, b]]);
  });
});

describe('at the same moment', () => {
  it('a clinic is shut out while it sends: its offers are gone, or it could send none', async () => {
    const clinic = clinics[59]!;
    const { id: clinicId } = clinic.actor;
    for (let n = 0; n < 10; n += 1) {
      const leads = await Promise.all([1, 2, 3, 4].map(() => publishedLead(kit)));
      await Promise.all([
        ...leads.map(({ leadId }) => politely(sentOffer(clinic, leadId))),
        suspendClinicAndEndSessions(staff(), { clinicId, reason: 'For a test.' }),
      ]);
      await withdrawWithClinic(staff(), { clinicId, by: 'suspension' });
      expect(await rows(shutOut)).toEqual([]);
      await reinstateClinic(staff(), { clinicId });
    }
    expect([await deadlocks(kit), again()]).toEqual([0, 0]);
  });
});
