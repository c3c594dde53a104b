import type { LeadFields } from '#contracts/consultation';
import { offerFieldsSchema, type OfferFields } from '#contracts/offers';
import { dealFlow } from '#modules/deals';
import { approveLead, askFlow, leadBudgets, leadFlow } from '#modules/leads';
import { offerBudgets, offerFlow } from '#modules/offers';
import { system } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import type { CtxOf } from '#platform/context';
import { after, type Duration } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { somePatient, submitted } from '../../modules/leads/testing';
import { runDueTimers } from '#engine/testing';
import { signedInClinic } from '../../tests/kit/clinics';
import type { TestServices } from '../../tests/kit/services';
import { sendOffer } from './offers';

export type Kit = Pick<TestServices, 'services' | 'ctx'>;
/** Budgets that no test of something else meets. */
export async function withoutBudgets(kit: Kit): Promise<void> {
  const ctx = kit.ctx(system('test'));
  await writeSetting(ctx, leadBudgets, { perHour: 1e6, perDay: 1e6, unscreenedPerDay: 1e6 });
  await writeSetting(ctx, offerBudgets, { perHour: 1e6 });
}

/** What the database holds, and how time goes by for requests and offers. */
export const looks = (kit: Kit) => {
  const rows = async <R extends object>(sql: string, values: unknown[] = []): Promise<R[]> =>
    (await kit.services.database.pool.query<R>(sql, values)).rows;
  return {
    rows,
    rowOf: async (id: string) =>
      (await rows<Record<string, unknown>>('select * from offers.offer where id = $1', [id]))[0]!,
    listed: async (leadId: string) =>
      (
        await rows<{ offers_count: number; offered_by: string[] }>(
          'select offers_count, offered_by from exchange.listing where id = $1',
          [leadId],
        )
      )[0],
    pass: async (length: Duration) =>
      runDueTimers(
        kit.services,
        { flows: [leadFlow, askFlow, offerFlow, dealFlow] },
        after(await now(kit.ctx()), length),
      ),
  };
};

export const someOfferFields = (more: Record<string, unknown> = {}): OfferFields =>
  offerFieldsSchema.parse({ amountCents: 250_000, message: 'Gladly, in May.', ...more });

/** Copies a row under other ids; `more`: columns that are not as they were, in terms of the row `c` and the id `o.id`. */
async function copyRow(
  { services }: Kit,
  table: string,
  id: string,
  ids: readonly string[],
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const { pool } = services.database;
  const { rows } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('id', 'slug')`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => more[name] ?? `c.${name}`);
  await pool.query(
    `insert into ${table} (id, ${names.join(', ')}) select o.id, ${values.join(', ')}
      from ${table} c, unnest($2::uuid[]) as o(id) where c.id = $1`,
    [id, ids],
  );
}

/** Approved clinics that match `someFields`: one by the real commands, the others as copies of its rows. */
export async function someClinics(kit: Kit, count = 1): Promise<CtxOf<'clinic'>[]> {
  const { clinicId, ctx } = await signedInClinic(kit.ctx());
  const { actor } = ctx;
  const others = Array.from({ length: count - 1 }, () => newId());
  // Of its own, so that no two are alike: what is left of the id without its letters.
  const phone = { phone: `'+1999' || left(translate(o.id::text, '-abcdef', ''), 12)` };
  await copyRow(kit, 'clinic_onboarding.clinic', clinicId, others, phone);
  await copyRow(kit, 'identity.clinic_account', clinicId, others, phone);
  const state = `replace(c.state::text, c.id::text, o.id::text)::jsonb`;
  await copyRow(kit, 'flow.instance', clinicId, others, { state });
  await kit.services.database.pool.query(
    `insert into clinic_onboarding.document
       (id, phone, clinic_id, kind, name, content_type, bytes, sha256, storage_key, scan, warnings, review,
        reviewed_at, created_at)
     select gen_random_uuid(), d.phone, o.id, d.kind, d.name, d.content_type, d.bytes, d.sha256,
        'document/' || gen_random_uuid(), d.scan, d.warnings, d.review, d.reviewed_at, d.created_at
     from clinic_onboarding.document d, unnest($2::uuid[]) as o(id) where d.clinic_id = $1`,
    [clinicId, others],
  );
  return [clinicId, ...others].map((id) => kit.ctx({ ...actor, id, sessionId: newId() }));
}

export interface Published {
  readonly patient: CtxOf<'patient'>;
  readonly leadId: string;
}

export async function publishedLead(
  kit: Kit,
  fields: Partial<LeadFields> = {},
  patient: CtxOf<'patient'> = kit.ctx(somePatient()),
  asks: ReadonlyArray<CtxOf<'clinic'>> = [],
): Promise<Published> {
  const clinicIds = asks.map(({ actor }) => actor.id);
  const { _id: leadId } = await submitted(patient, fields, { asks: clinicIds });
  await approveLead(kit.ctx(system('test')), { leadId });
  return { patient, leadId };
}

/** Sends by the workflow; answers the offer's id. */
export async function sentOffer(
  clinic: CtxOf<'clinic'>,
  leadId: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const offerId = newId();
  await sendOffer(clinic, { leadId, offerId, fields: someOfferFields(more) });
  return offerId;
}
