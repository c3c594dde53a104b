import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepAttachmentsHandler } from '#modules/attachments';
import { forgetDrafts, sweepDocumentsHandler } from '#modules/clinic-onboarding';
import { sweepPhotosHandler } from '#modules/consultation';
import { forgetTyped } from '#modules/messaging';
import { forgetOfferDrafts } from '#modules/offers';
import { system } from '#platform/base/actor';
import { actAs, type Ctx } from '#platform/context';
import { newId } from '#platform/base/ids';
import { plansOf } from '../../tests/kit/plans';
import { countRoundTrips } from '../../tests/kit/round-trips';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const asSystem = (ctx: Ctx) => actAs(ctx, system('test'));
const none = { id: newId(), payload: {}, attempt: 1, signal: new AbortController().signal };

const jobs: ReadonlyArray<[name: string, run: (ctx: Ctx) => Promise<unknown>]> = [
  ['clinic-onboarding.forget-drafts', (ctx) => forgetDrafts(asSystem(ctx))],
  ['offers.forget-drafts', forgetOfferDrafts],
  ['messaging.forget-typed', forgetTyped],
  ['consultation.sweep-photos', (ctx) => sweepPhotosHandler(ctx, none)],
  ['clinic-onboarding.sweep-documents', (ctx) => sweepDocumentsHandler(ctx, none)],
  ['attachments.sweep', (ctx) => sweepAttachmentsHandler(ctx, none)],
];

it.each(jobs)('%s reads no table from its first row to its last', async (_name, run) => {
  const { storage } = kit.ports;
  for (const prefix of ['photo', 'photo-copy', 'document', 'picture', 'attachment'])
    await storage.put(`${prefix}/${newId()}`, Buffer.from('a'), 'text/plain');
  const plans = await plansOf(kit, run);
  expect(plans.length).toBeGreaterThan(0);
  // Settings are read as a whole, and remembered.
  const scanned = plans.filter(({ scans }) => scans.some((table) => table !== 'setting'));
  expect(scanned).toEqual([]);
});

const typed: ReadonlyArray<[table: string, insert: string, forget: (ctx: Ctx) => Promise<number>]> =
  [
    [
      'clinic_onboarding.registration_draft',
      `(phone, fields, saved_at) select '+1' || n, '{}', platform.now() - interval '40 days'`,
      (ctx) => forgetDrafts(asSystem(ctx)),
    ],
    [
      'offers.form_draft',
      `(clinic_id, lead_id, fields, saved_at)
        select gen_random_uuid(), gen_random_uuid(), '{}', platform.now() - interval '40 days'`,
      forgetOfferDrafts,
    ],
    [
      'messaging.typed_message',
      `(offer_id, side, text, updated_at)
        select gen_random_uuid(), 'patient', 'a', platform.now() - interval '40 days'`,
      forgetTyped,
    ],
  ];

it.each(typed)('%s is emptied 500 rows at a time', async (table, insert, forget) => {
  const { pool } = kit.services.database;
  await pool.query(`insert into ${table} ${insert} from generate_series(1, 1100) n`);
  const { result, statements } = await countRoundTrips(() => forget(kit.ctx(system('test'))));
  expect(result).toBe(1_100);
  expect(statements.filter((text) => /^delete/i.test(text))).toHaveLength(3);
  const { rows } = await pool.query(`select from ${table}`);
  expect(rows).toEqual([]);
});
