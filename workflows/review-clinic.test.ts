import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minutes } from '#platform/base/duration';
import { acceptDocument } from '../modules/clinic-onboarding/reviews.server';
import { resolveSession } from '../modules/identity/sessions.server';
import { advance } from '../tests/kit/clock';
import { signedInClinic, someReviewer, verifiedClinicPhone } from '../tests/kit/clinics';
import { createQueuedServices, forgetLimits, outcome } from '../tests/kit/identity';
import type { TestServices } from '../tests/kit/services';
import {
  approveClinic,
  reinstateClinic,
  rejectClinic,
  resubmitApplication,
  suspendClinicAndEndSessions,
} from './review-clinic';

describe('a decision about a clinic', () => {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createQueuedServices();
  });
  afterAll(() => kit.close());
  beforeEach(() => forgetLimits(kit));

  const staff = () => kit.ctx(someReviewer());
  const rows = async <T>(query: string, values: unknown[]): Promise<T[]> =>
    (await kit.services.database.pool.query(query, values)).rows as T[];
  const seen = (token: string) =>
    resolveSession(kit.ctx(), { principal: 'clinic', token, renew: true });
  const stateOf = async (clinicId: string) =>
    (
      await rows(
        `select c.status, a.approval, c.reason from clinic_onboarding.clinic c
         join identity.clinic_account a on a.id = c.id where c.id = $1`,
        [clinicId],
      )
    )[0];
  const tally = (outcomes: string[]) =>
    Object.fromEntries(
      [...new Set(outcomes)].map((o) => [o, outcomes.filter((x) => x === o).length]),
    );

  it('is felt by the very next request of the same session', async () => {
    const clinic = await signedInClinic(kit.ctx(), { state: 'approved' });
    expect(await seen(clinic.token)).toMatchObject({ kind: 'clinic', approved: true });
    await rows('update identity.clinic_account set approval = $2 where id = $1', [
      clinic.clinicId,
      'pending',
    ]);
    expect(await seen(clinic.token)).toMatchObject({ kind: 'clinic', approved: false });
  });

  it('to approve or reject neither ends nor changes a session', async () => {
    const approved = await signedInClinic(kit.ctx(), { state: 'approved' });
    const rejected = await signedInClinic(kit.ctx(), { state: 'rejected' });
    expect(await seen(approved.token)).toEqual(approved.ctx.actor);
    expect(await seen(rejected.token)).toEqual(rejected.ctx.actor);
    expect(rejected.ctx.actor.approved).toBe(false);
  });

  it('to suspend ends every session at once, and leaves the clinic a way back in to see why', async () => {
    const clinic = await signedInClinic(kit.ctx(), { state: 'approved' });
    await advance(kit.services, minutes(1));
    const second = await verifiedClinicPhone(kit.ctx(), clinic.phone);
    let committed = false;
    const late: unknown[] = [];
    const loops = Array.from({ length: 20 }, async () => {
      for (let n = 0; n < 10; n += 1) {
        const begun = committed;
        const actor = await seen(clinic.token);
        if (begun && actor) late.push(actor);
      }
    });
    await suspendClinicAndEndSessions(staff(), {
      clinicId: clinic.clinicId,
      reason: 'A complaint.',
    });
    committed = true;
    await Promise.all(loops);
    expect(late).toEqual([]);
    expect([await seen(clinic.token), await seen(second.token)]).toEqual([null, null]);
    expect(await stateOf(clinic.clinicId)).toEqual({
      status: 'suspended',
      approval: 'suspended',
      reason: 'A complaint.',
    });
    await advance(kit.services, minutes(1));
    const again = await verifiedClinicPhone(kit.ctx(), clinic.phone);
    expect(again.ctx.actor).toMatchObject({ kind: 'clinic', approved: false });
    await reinstateClinic(staff(), { clinicId: clinic.clinicId });
    expect(await seen(again.token)).toMatchObject({ approved: true });
  });

  it('is made once by fifty at once, approving and rejecting, and the rest are told politely', async () => {
    const clinic = await signedInClinic(kit.ctx(), { state: 'pending' });
    const { clinicId } = clinic;
    for (const documentId of clinic.documents) await acceptDocument(staff(), { documentId });
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        outcome(
          n % 2
            ? approveClinic(staff(), { clinicId })
            : rejectClinic(staff(), { clinicId, reason: `reason ${n}` }),
        ),
      ),
    );
    expect(tally(outcomes)).toEqual({ ok: 1, event_refused: 49 });
    const winner = outcomes.indexOf('ok');
    const status = winner % 2 ? 'approved' : 'rejected';
    expect(await stateOf(clinicId)).toEqual({
      status,
      approval: status,
      reason: winner % 2 ? null : `reason ${winner}`,
    });
    const decisions = await rows<{ actor: string }>(
      `select actor from clinic_onboarding.activity
       where clinic_id = $1 and kind in ('approved', 'rejected')`,
      [clinicId],
    );
    expect(decisions).toHaveLength(1);
    expect(decisions[0]!.actor).toMatch(/^staff:/);
  });

  it('takes a reason as long as the form does, and the log keeps it', async () => {
    const { clinicId } = await signedInClinic(kit.ctx(), { state: 'approved' });
    const reason = 'x'.repeat(2_000);
    await suspendClinicAndEndSessions(staff(), { clinicId, reason });
    await reinstateClinic(staff(), { clinicId });
    const suspended = { objectId: clinicId, reason };
    await expect(kit).toBeAudited('clinic-onboarding.suspend', suspended, { times: 1 });
  });

  it('leaves nothing behind when one half of it fails', async () => {
    const { clinicId } = await signedInClinic(kit.ctx(), { state: 'pending' });
    await rows('delete from identity.clinic_account where id = $1', [clinicId]);
    expect(await outcome(rejectClinic(staff(), { clinicId, reason: 'Gone.' }))).toBe('not_found');
    const [row] = await rows<{ status: string }>(
      'select status from clinic_onboarding.clinic where id = $1',
      [clinicId],
    );
    expect(row!.status).toBe('pending');
  });

  it('names who made it and on what evidence', async () => {
    const clinic = await signedInClinic(kit.ctx(), { state: 'approved' });
    const entry = {
      objectId: clinic.clinicId,
      actor: expect.stringMatching(/^staff:[0-9a-f-]{36}$/) as unknown,
      facts: {
        documents: expect.toSatisfy(
          (ids: string) => ids.split(' ').sort().join() === clinic.documents.toSorted().join(),
        ) as unknown,
      },
    };
    await expect(kit).toBeAudited('clinic-onboarding.approve', entry, { times: 1 });
  });

  it('is told to the open pages of that clinic and of the staff, in words and ids only', async () => {
    const clinic = await signedInClinic(kit.ctx(), { state: 'pending' });
    await rows('delete from live.event', []);
    await rejectClinic(staff(), { clinicId: clinic.clinicId, reason: 'Closed: canary-77.' });
    const news = { clinicId: clinic.clinicId, status: 'rejected' };
    const [changed, alone] = [
      'clinic-onboarding.application-changed',
      { only: 1, exact: true },
    ] as const;
    await expect(kit).toHaveTold(`clinic:${clinic.clinicId}`, changed, news, alone);
    const queue = { queue: 'clinics' };
    await expect(kit).toHaveTold('staff', 'staff.queue-changed', queue, alone);
    expect(await rows('select from live.event', [])).toHaveLength(2);
  });

  it('of a rejected clinic is open again once it has handed in anew', async () => {
    const clinic = await signedInClinic(kit.ctx(), { state: 'rejected' });
    await resubmitApplication(clinic.ctx);
    expect(await stateOf(clinic.clinicId)).toEqual({
      status: 'pending',
      approval: 'pending',
      reason: null,
    });
    const rejected = { objectId: clinic.clinicId, reason: 'The license could not be verified.' };
    await expect(kit).toBeAudited('clinic-onboarding.reject', rejected, { times: 1 });
    expect(await outcome(resubmitApplication(clinic.ctx))).toBe('event_refused');
  });
});
