import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingsForClinic } from '#modules/exchange';
import { leadFlow, leadWindows } from '#modules/leads';
import { now } from '#platform/time/clock';
import { after, minutes } from '#platform/base/duration';
import { listenTo } from '#platform/process/listen';
import { readSetting } from '#platform/settings/settings';
import { runDueTimers } from '#engine/testing';
import { signedInClinic, type SignedInClinic } from '../../tests/kit/clinics';
import { createQueuedServices, liftSiteBudgets } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { accessOf } from '../live-access';
import { arrive, noteOpenDashboards, startDemoArrivals } from './arrivals';

let demo: TestServices;
let clinic: SignedInClinic;
beforeAll(async () => {
  demo = await createQueuedServices({ parsed: { mode: 'demo' } });
  await liftSiteBudgets(demo.ctx());
  clinic = await signedInClinic(demo.ctx());
});
afterAll(() => demo.close());

const leads = async ({ services }: TestServices) =>
  (
    await services.database.pool.query<{ status: string; findings: string[] }>(
      'select status, findings from leads.lead order by created_at',
    )
  ).rows;
const profile = { specialties: ['Dental Treatment' as const], city: 'Istanbul' };

describe('requests of a demo', () => {
  it('go the way of real ones: screened, then found by the clinic whose dashboard is open', async () => {
    expect(await arrive(demo.ctx(), [clinic.clinicId])).toBe(true);
    expect(await leads(demo)).toEqual([{ status: 'pending', findings: [] }]);
    expect((await listingsForClinic(clinic.ctx, profile)).leads).toEqual([]);
    const { screening } = await readSetting(demo.ctx(), leadWindows);
    expect(screening).toBeLessThan(minutes(1));
    await runDueTimers(
      demo.services,
      { flows: [leadFlow] },
      after(await now(demo.ctx()), minutes(1)),
    );
    const { leads: listed } = await listingsForClinic(clinic.ctx, profile);
    expect(listed).toHaveLength(1);
    expect(listed[0]!.treatment).toBe('dental');
  });

  it('need an open dashboard of an approved clinic', async () => {
    const before = (await leads(demo)).length;
    expect(await arrive(demo.ctx(), [])).toBe(false);
    const pending = await signedInClinic(demo.ctx(), { state: 'pending' });
    expect(await arrive(demo.ctx(), [pending.clinicId])).toBe(false);
    const other = await signedInClinic(demo.ctx(), { details: { specialties: ['Urology'] } });
    expect(await arrive(demo.ctx(), [other.clinicId])).toBe(false);
    expect(await leads(demo)).toHaveLength(before);
  });

  it('stop at 200, none of them held back for a person to look at', async () => {
    let made = (await leads(demo)).length;
    while (await arrive(demo.ctx(), [clinic.clinicId])) made += 1;
    expect(made).toBe(200);
    const all = await leads(demo);
    expect(all).toHaveLength(200);
    expect(all.filter(({ findings }) => findings.length > 0)).toEqual([]);
  }, 120_000);

  it.each(['production', 'test'] as const)('do not exist in mode %s', async (mode) => {
    const kit = await createQueuedServices();
    const services = { ...kit.services, env: { ...kit.services.env, mode } };
    const real = await signedInClinic(kit.ctx());
    const heard: string[] = [];
    const stop = listenTo(kit.services, 'demo_dashboards', {
      heard: (id) => heard.push(id),
      up: () => undefined,
    });
    await noteOpenDashboards({ ...kit.ctx(), services }, [real.clinicId]);
    const stopArrivals = startDemoArrivals(services);
    expect(await arrive({ ...kit.ctx(), services }, [real.clinicId])).toBe(false);
    await stopArrivals();
    stop();
    expect(heard).toEqual([]);
    expect(await leads(kit)).toEqual([]);
    await kit.close();
  });
});

describe('an open dashboard', () => {
  it('is told of with each beat of its stream; another page is not', async () => {
    const heard: string[] = [];
    await new Promise<void>((up) => {
      listenTo(demo.services, 'demo_dashboards', { heard: (id) => heard.push(id), up });
    });
    const { rows } = await demo.services.database.pool.query<{ id: string; token_hash: Buffer }>(
      `select id, token_hash from identity.session where subject_id = $1`,
      [clinic.clinicId],
    );
    const { id: sessionId, token_hash: tokenHash } = rows[0]!;
    const listener = { own: `clinic:${clinic.clinicId}`, sessionId, tokenHash };
    await accessOf(demo.ctx(), [listener], minutes(1));
    await accessOf(demo.ctx(), [{ ...listener, page: 'dashboard' }], minutes(1));
    await expect.poll(() => heard).toEqual([clinic.clinicId]);
  });
});
