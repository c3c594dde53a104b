import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActorOf } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import type { CtxOf, EventStep, Services } from '#platform/context';
import { after, days } from '#platform/base/duration';
import { leadEvents } from '#contracts/leads';
import { eventStep } from '#engine';
import { runDueTimers } from '#engine/testing';
import { newId } from '#platform/base/ids';
import {
  approveLead,
  cancelLead,
  countLeads,
  leadFlow,
  readLead,
  rejectLead,
} from '#modules/leads';
import { somePatient, submitted } from '../../modules/leads/testing';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { eventSteps } from './index';

const reviewer: ActorOf<'staff'> = {
  kind: 'staff',
  id: newId(),
  role: 'reviewer',
  sessionId: newId(),
};

/** What a later module hangs on the end of a request. */
const seen: unknown[] = [];
let broken = false;
const laterModule: EventStep = eventStep({
  on: leadEvents['leads.cancelled'],
  name: 'sample.end-with-request',
  run: async ({ tx }, { leadId, by }) => {
    const { rows } = await tx.query<{ status: string }>(
      'select status from leads.lead where id = $1',
      [leadId],
    );
    seen.push([by, rows[0]!.status]);
    if (broken) throw new Error('not now');
  },
});

let kit: TestServices;
let ctx: CtxOf<'patient'>;
beforeEach(async () => {
  kit = await createTestServices({ eventSteps: [...eventSteps, laterModule] });
  ctx = kit.ctx(somePatient());
  seen.length = 0;
  broken = false;
});
afterEach(() => kit.close());

const expire = async (services: Services) =>
  runDueTimers(services, { flows: [leadFlow] }, after(await now(ctx), days(31)));
const published = async () => {
  const { _id } = await submitted(ctx);
  await approveLead(kit.ctx(reviewer), { leadId: _id });
  return _id;
};

const ways = {
  patient: {
    begin: published,
    end: (leadId) => cancelLead(ctx, { leadId, reason: 'Changed my mind.' }),
    audited: { action: 'leads.cancel', actor: expect.stringMatching(/^patient:/) },
  },
  team: {
    begin: async () => (await submitted(ctx))._id,
    end: (leadId) => rejectLead(kit.ctx(reviewer), { leadId, reason: 'Please describe it.' }),
    audited: { action: 'leads.reject', actor: expect.stringMatching(/^staff:/) },
  },
  expiry: {
    begin: published,
    end: () => expire(kit.services),
    audited: { action: 'leads.expire', actor: 'system:flow.timer' },
  },
} satisfies Record<
  string,
  { begin: () => Promise<string>; end: (id: string) => Promise<unknown>; audited: object }
>;
const by = Object.keys(ways) as Array<keyof typeof ways>;

const state = async (leadId: string) => ({
  lead: await readLead(ctx, { leadId }),
  counts: await countLeads(ctx),
  timers: (
    await kit.services.database.pool.query('select * from flow.timer where instance_id = $1', [
      leadId,
    ])
  ).rows,
});

describe.each(by)('a request that ends by %s', (who) => {
  it('ends with what hangs on it, in one transaction, and is audited once', async () => {
    const leadId = await ways[who].begin();
    const before = await state(leadId);
    expect(before.counts).toMatchObject({ active: 1, cancelled: 0 });
    await ways[who].end(leadId);
    expect(seen).toEqual([[who, 'cancelled']]);
    const over = await state(leadId);
    expect(over).toMatchObject({
      lead: { lead: { status: 'cancelled' } },
      counts: { active: 0, cancelled: 1 },
      timers: [],
    });
    const { action, actor } = ways[who].audited;
    await expect(kit).toBeAudited(action, { objectId: leadId, actor }, { times: 1 });
  });

  it('stays as it was when what hangs on it fails', async () => {
    const leadId = await ways[who].begin();
    // The clock of an expiry passes others on its way; they fire before what is compared.
    if (who === 'expiry') {
      broken = true;
      await expect(expire(kit.services)).rejects.toThrow('not now');
    }
    const before = await state(leadId);
    broken = true;
    await expect(ways[who].end(leadId)).rejects.toThrow('not now');
    expect(seen.length).toBeGreaterThan(0);
    expect(await state(leadId)).toEqual(before);
    await expect(kit).not.toBeAudited(ways[who].audited.action, { objectId: leadId });
    expect(before.lead.lead.status).not.toBe('cancelled');
    broken = false;
    await ways[who].end(leadId);
    expect((await state(leadId)).lead.lead.status).toBe('cancelled');
  });
});
