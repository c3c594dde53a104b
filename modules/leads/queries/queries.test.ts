import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { send } from '#engine';
import { newId } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { createTestServices, type TestServices } from '../../../tests/kit/services';
import { cancelLead, keepWaiting, approveLead } from '../commands.server';
import { leadFlow, recentActivity } from '../projection.server';
import { leadBudgets } from '../rules';
import { somePatient, submitted } from '../testing';
import { countLeads, listLeads, readLead } from '../queries.server';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const many = { perHour: 100, perDay: 100, unscreenedPerDay: 100 };
const offer = (id: string) =>
  send(kit.ctx(system('test')), leadFlow, {
    id,
    event: { type: 'leads.offer-received', offerId: newId() },
  });

describe('the list', () => {
  let ctx: CtxOf<'patient'>;
  const ids: string[] = [];
  beforeAll(async () => {
    ctx = kit.ctx(somePatient());
    await writeSetting(kit.ctx(system('test')), leadBudgets, many);
    for (let n = 0; n < 45; n += 1) ids.unshift((await submitted(ctx))._id);
    // Rows of one instant: the id decides, and no page may repeat or lose one.
    await kit.services.database.pool.query(
      `update leads.lead set created_at = date_trunc('minute', created_at)
       where patient_id = $1 and id = any($2)`,
      [ctx.actor.id, ids.slice(10, 35)],
    );
  });

  it('pages by keyset, twenty at a time, without a gap or a repeat', async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listLeads(ctx, { cursor });
      seen.push(...page.leads.map(({ _id }) => _id));
      sizes.push(page.leads.length);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(sizes).toEqual([20, 20, 5]);
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(45);
  });

  it('keeps its place when a request arrives between two pages', async () => {
    const first = await listLeads(ctx);
    const late = await submitted(ctx);
    const second = await listLeads(ctx, { cursor: first.nextCursor! });
    expect(second.leads.map(({ _id }) => _id)).not.toContain(late._id);
    expect((await listLeads(ctx)).leads[0]!._id).toBe(late._id);
    await cancelLead(ctx, { leadId: late._id, reason: null });
  });

  const forged = (text: string) => Buffer.from(text).toString('base64url');
  it.each([
    '',
    'x',
    forged("2026-01-01'--"),
    forged(`2026-01-01T00:00:00.000Z.${'-'.repeat(36)}`),
    forged(`2026-02-31T00:00:00.000Z.${newId()}`),
    forged(`0000-01-01T00:00:00.000Z.${newId()}`),
    '💥',
    'a'.repeat(200),
  ])('refuses the cursor %j', async (cursor) => {
    if (cursor === '') return expect((await listLeads(ctx, { cursor })).leads).toHaveLength(20);
    await expect(listLeads(ctx, { cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  it('splits into tabs', async () => {
    const closed = await listLeads(ctx, { tab: 'completed' });
    expect(closed.leads.map(({ status }) => status)).toEqual(['cancelled']);
    expect((await listLeads(ctx, { tab: 'active' })).leads).toHaveLength(20);
  });
});

describe('the figures', () => {
  it('count by status and add up live offers', async () => {
    const ctx = kit.ctx(somePatient());
    expect(await countLeads(ctx)).toEqual({
      total: 0,
      active: 0,
      completed: 0,
      cancelled: 0,
      offers: 0,
    });
    const [a, b, c] = [await submitted(ctx), await submitted(ctx), await submitted(ctx)];
    for (const { _id } of [a, b]) await approveLead(kit.ctx(system('test')), { leadId: _id });
    await offer(a._id);
    await offer(a._id);
    await offer(b._id);
    await cancelLead(ctx, { leadId: c._id, reason: null });
    expect(await countLeads(ctx)).toEqual({
      total: 3,
      active: 2,
      completed: 0,
      cancelled: 1,
      offers: 3,
    });
  });
});

describe('somebody else', () => {
  it('finds nothing: reading, cancelling and answering look like a request that is not there', async () => {
    const owner = kit.ctx(somePatient());
    const other = kit.ctx(somePatient());
    const { _id } = await submitted(owner);
    for (const leadId of [_id, newId(), 'no-uuid', "'; drop table leads.lead", '']) {
      const missing = { code: 'not_found', details: {} };
      await expect(readLead(other, { leadId })).rejects.toMatchObject(missing);
      await expect(cancelLead(other, { leadId, reason: null })).rejects.toMatchObject(missing);
      await expect(keepWaiting(other, { leadId })).rejects.toMatchObject(missing);
    }
    expect((await listLeads(other)).leads).toEqual([]);
    expect(await recentActivity(other, { limit: 5 })).toEqual([]);
    expect((await countLeads(other)).total).toBe(0);
    expect((await readLead(owner, { leadId: _id })).lead.status).toBe('pending');
  });
});

describe('what happened last', () => {
  it('is newest first and as many as asked for', async () => {
    const ctx = kit.ctx(somePatient());
    const first = await submitted(ctx);
    await approveLead(kit.ctx(system('test')), { leadId: first._id });
    const second = await submitted(ctx, { subTreatment: 'Dental Crown' });
    const latest = await recentActivity(ctx, { limit: 2 });
    expect(latest.map(({ kind, leadId }) => [kind, leadId])).toEqual([
      ['submitted', second._id],
      ['published', first._id],
    ]);
    expect(latest[0]!.subTreatment).toBe('Dental Crown');
  });
});
