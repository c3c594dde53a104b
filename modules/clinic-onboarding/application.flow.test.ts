import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import { withTransaction } from '#engine';
import { readFlow, runDueTimers } from '#engine/testing';
import { after, hours, minutes, type Duration } from '#platform/base/duration';
import { clearSetting, writeSetting } from '#platform/settings/settings';
import { advance, resetClock, setClock } from '../../tests/kit/clock';
import { someReviewer } from '../../tests/kit/clinics';
import { outcome } from '../../tests/kit/identity';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { applicationFlow } from './projection.server';
import {
  approveApplication,
  changeDetails,
  reinstateClinic,
  rejectApplication,
  resubmit,
  suspendClinic,
} from './commands.server';
import { acceptDocument, askDocumentAgain } from './reviews.server';
import { teamCalendar } from '#platform/settings/team-calendar';
import { reviewWindows } from './rules';
import { ownApplication } from './queries.server';
import { someApplication, someDetails, someDocument, type SomeApplication } from './testing';

describe('an application and its clocks', () => {
  let kit: TestServices;
  const reviewer = someReviewer();
  const staff = () => kit.ctx(reviewer);
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await resetClock(kit.services);
    // Timers of earlier tests must not fire in this one.
    await kit.services.database.pool.query('delete from flow.timer');
  });

  const some = (at: 'documents' | 'complete' | 'accepted') =>
    someApplication(kit.ctx(system('test')), reviewer, { at });
  const pass = async (duration: Duration) =>
    runDueTimers(kit.services, { flows: [applicationFlow] }, after(await now(staff()), duration));
  const read = (app: SomeApplication) => ownApplication(app.ctx);
  const kinds = async (app: SomeApplication) => (await read(app)).activity.map(({ kind }) => kind);
  const approve = ({ clinicId }: SomeApplication) =>
    withTransaction(staff(), (tx) => approveApplication(tx, { clinicId }));
  const reject = ({ clinicId }: SomeApplication, reason = 'The license has expired.') =>
    withTransaction(staff(), (tx) => rejectApplication(tx, { clinicId, reason }));

  it('has no clock until every required document lies there', async () => {
    const app = await some('documents');
    expect(await read(app)).toMatchObject({
      stage: 'documents',
      missing: ['medical-license', 'clinic-registration', 'professional-id', 'clinic-photos'],
      dueAt: null,
    });
    expect(await pass(hours(400))).toBe(0);
    expect((await read(app)).stage).toBe('documents');
  });

  it('is reminded of after 24 h, escalated after 48 h and breached after three business days', async () => {
    await setClock(kit.services, new Date('2026-03-02T15:00:00Z'));
    const app = await some('complete');
    const complete = await read(app);
    expect(complete).toMatchObject({ stage: 'review', missing: [] });
    expect(Date.parse(complete.dueAt!) - Date.parse(complete.completeAt!)).toBe(hours(72));
    await pass(hours(23.9));
    expect((await read(app)).stage).toBe('review');
    await pass(minutes(7));
    expect((await read(app)).stage).toBe('reminded');
    await pass(hours(24));
    expect((await read(app)).stage).toBe('escalated');
    await pass(hours(23.8));
    expect((await read(app)).stage).toBe('escalated');
    await pass(minutes(12));
    expect((await read(app)).stage).toBe('breached');
    expect(await kinds(app)).toEqual([
      'registered',
      'documents-completed',
      'reminder-due',
      'escalated',
      'breached',
    ]);
    expect(await pass(hours(1000))).toBe(0);
  });

  it('escalates on the promised date although the worker was away when it should have reminded', async () => {
    await setClock(kit.services, new Date('2026-03-02T15:00:00Z'));
    const app = await some('complete');
    const { completeAt, dueAt } = await read(app);
    const rings = async (name: string) => {
      const view = await readFlow(staff(), applicationFlow, app.clinicId);
      const label = `clinic-onboarding.${name}-window-elapsed`;
      return view!.timers.find((timer) => timer.name === label)?.fireAt.toISOString();
    };
    expect(await rings('breach')).toBe(dueAt);
    await pass(hours(23));
    // Nothing fires for a day: the reminder is 23 h late.
    await advance(kit.services, hours(24));
    await pass(minutes(1));
    expect(await read(app)).toMatchObject({ stage: 'reminded', completeAt, dueAt });
    const escalation = new Date(Date.parse(completeAt!) + hours(48)).toISOString();
    expect(await rings('escalation')).toBe(escalation);
    await pass(minutes(50));
    expect((await read(app)).stage).toBe('reminded');
    await pass(minutes(10));
    expect(await read(app)).toMatchObject({ stage: 'escalated', completeAt, dueAt });
    expect(await rings('breach')).toBe(dueAt);
  });

  it('promises by the calendar of the day on which it becomes complete, and keeps that promise', async () => {
    await setClock(kit.services, new Date('2026-03-02T15:00:00Z'));
    const before = await some('complete');
    const calendar = { timeZone: 'Europe/Istanbul', workdays: [1, 2, 3, 4, 5] };
    await writeSetting(staff(), teamCalendar, { ...calendar, holidays: ['2026-03-03'] });
    await writeSetting(staff(), reviewWindows, {
      ...reviewWindows.defaults('test'),
      reminder: hours(1),
    });
    const later = await some('complete');
    const due = async (app: SomeApplication) => (await read(app)).dueAt!.slice(0, 13);
    expect([await due(before), await due(later)]).toEqual(['2026-03-05T15', '2026-03-06T15']);
    await pass(hours(2));
    expect([(await read(before)).stage, (await read(later)).stage]).toEqual(['review', 'reminded']);
    for (const { key } of [teamCalendar, reviewWindows]) await clearSetting(staff(), key);
  });

  it('stands still while a document is asked for again, and starts anew when it has come', async () => {
    const app = await some('complete');
    await pass(hours(23));
    await askDocumentAgain(staff(), { documentId: app.documents[0]!, note: 'It is cut off.' });
    expect(await read(app)).toMatchObject({
      stage: 'documents',
      missing: ['medical-license'],
      completeAt: null,
      dueAt: null,
    });
    expect(await pass(hours(100))).toBe(0);
    await someDocument(staff(), app, { kind: 'medical-license' });
    const again = await read(app);
    expect(again.stage).toBe('review');
    expect(Math.abs(Date.parse(again.completeAt!) - (await now(staff())).getTime())).toBeLessThan(
      5_000,
    );
    await pass(hours(23));
    expect((await read(app)).stage).toBe('review');
    await pass(hours(1.1));
    expect((await read(app)).stage).toBe('reminded');
  });

  it('can be approved only when every required document is accepted', async () => {
    const app = await some('complete');
    for (const documentId of app.documents.slice(1)) await acceptDocument(staff(), { documentId });
    expect(await outcome(approve(app))).toBe('event_refused');
    await acceptDocument(staff(), { documentId: app.documents[0]! });
    await approve(app);
    expect((await read(app)).clinic).toMatchObject({
      approvalStatus: 'approved',
      isApproved: true,
    });
    expect(await pass(hours(1000))).toBe(0);
  });

  it('waits for a file that came after the others were accepted', async () => {
    const app = await some('accepted');
    const late = await someDocument(staff(), app, { kind: 'clinic-photos' });
    expect(await outcome(approve(app))).toBe('event_refused');
    await acceptDocument(staff(), { documentId: late });
    await approve(app);
  });

  it('is rejected with a reason, mended and handed in again', async () => {
    const app = await some('complete');
    await reject(app);
    expect(await read(app)).toMatchObject({
      clinic: { approvalStatus: 'rejected', rejectionReason: 'The license has expired.' },
      stage: null,
      reason: 'The license has expired.',
    });
    expect(await outcome(approve(app))).toBe('event_refused');
    await changeDetails(app.ctx, { details: someDetails({ licenseNumber: 'TR-2' }) });
    expect(await resubmit(app.ctx)).toMatchObject({
      approvalStatus: 'pending',
      rejectionReason: null,
      licenseNumber: 'TR-2',
    });
    expect(await outcome(resubmit(app.ctx))).toBe('event_refused');
    expect(await kinds(app)).toEqual([
      'registered',
      'documents-completed',
      'rejected',
      'details-changed',
      'resubmitted',
      'documents-completed',
    ]);
    await pass(hours(25));
    expect((await read(app)).stage).toBe('reminded');
  });

  it('is suspended and reinstated', async () => {
    const app = await some('accepted');
    await approve(app);
    const { clinicId } = app;
    await withTransaction(staff(), (tx) => suspendClinic(tx, { clinicId, reason: 'A complaint.' }));
    expect(await read(app)).toMatchObject({
      clinic: { approvalStatus: 'suspended', isApproved: false, rejectionReason: null },
      reason: 'A complaint.',
    });
    expect(await outcome(changeDetails(app.ctx, { details: someDetails() }))).toBe('event_refused');
    await withTransaction(staff(), (tx) => reinstateClinic(tx, { clinicId }));
    expect(await read(app)).toMatchObject({ clinic: { isApproved: true }, reason: null });
  });
});
