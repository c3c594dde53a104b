import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { system } from '#platform/base/actor';
import { approveApplication, suspendClinic } from './commands.server';
import { acceptChange, askForChanges, refuseChange } from './points.server';
import type { VerifiedPoints } from './profile-schemas';
import { ownClinicProfile } from './profile.server';
import { clinicForStaff } from './staff.server';
import { someApplication, type SomeApplication } from './testing';
import { someReviewer } from '../../tests/kit/clinics';
import { outcome } from '../../tests/kit/identity';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const reviewer = someReviewer();
const staff = () => kit.ctx(reviewer);
async function approved(details: object = {}): Promise<SomeApplication> {
  const app = await someApplication(kit.ctx(system('test')), reviewer, { at: 'accepted', details });
  await withTransaction(staff(), (tx) => approveApplication(tx, { clinicId: app.clinicId }));
  return app;
}
const shown = ({ ctx }: SomeApplication) => ownClinicProfile(ctx);
/** As the form sends it: everything that it shows, with what was typed over it. */
async function ask(app: SomeApplication, typed: Partial<VerifiedPoints>) {
  const { points, versions } = await shown(app);
  return askForChanges(app.ctx, { ...points, ...typed, version: versions.points });
}
const recordOf = ({ clinicId }: SomeApplication) => clinicForStaff(staff(), clinicId);
const changeOf = async (app: SomeApplication) => (await recordOf(app)).changes[0]!;

describe('a verified point of an approved clinic', () => {
  it('keeps its value until staff have checked another one', async () => {
    const app = await approved();
    expect(await ask(app, { city: 'Ankara', specialties: ['Dermatology'] })).toEqual({
      waiting: 2,
    });
    expect(await recordOf(app)).toMatchObject({
      city: 'Istanbul',
      specialties: ['Dental Treatment'],
      changes: [
        { point: 'city', value: 'Ankara' },
        { point: 'specialties', value: ['Dermatology'] },
      ],
    });
    expect((await recordOf(app)).allowedEvents).toContain('accept-change');
    for (const { id } of (await recordOf(app)).changes)
      await acceptChange(staff(), { clinicId: app.clinicId, changeId: id });
    expect(await recordOf(app)).toMatchObject({
      city: 'Ankara',
      specialties: ['Dermatology'],
      changes: [],
      checksSince: null,
    });
  });

  it('has one change that waits: another value takes its place, the old one takes it back', async () => {
    const app = await approved();
    await ask(app, { city: 'Ankara' });
    const first = await changeOf(app);
    await ask(app, { city: 'Izmir' });
    expect((await recordOf(app)).changes).toMatchObject([{ point: 'city', value: 'Izmir' }]);
    const replaced = { clinicId: app.clinicId, changeId: first.id };
    expect(await outcome(acceptChange(staff(), replaced))).toBe('event_refused');
    await ask(app, { city: 'Istanbul' });
    expect(await recordOf(app)).toMatchObject({ changes: [], checksSince: null, city: 'Istanbul' });
  });

  it('is left alone by a form that says what it showed', async () => {
    const app = await approved();
    await ask(app, { city: 'Ankara' });
    const { id } = await changeOf(app);
    expect(await ask(app, {})).toEqual({ waiting: 1 });
    expect((await changeOf(app)).id).toBe(id);
  });

  it('stays when staff refuse, and the clinic reads why until it asks again', async () => {
    const app = await approved();
    await ask(app, { licenseNumber: 'TR-9' });
    const which = { clinicId: app.clinicId, changeId: (await changeOf(app)).id };
    await refuseChange(staff(), { ...which, reason: 'The document says otherwise.' });
    expect(await outcome(acceptChange(staff(), which))).toBe('event_refused');
    expect((await shown(app)).refusals).toMatchObject([
      { point: 'licenseNumber', value: 'TR-9', reason: 'The document says otherwise.' },
    ]);
    expect((await recordOf(app)).licenseNumber).toBe('TR-12345');
    await ask(app, { licenseNumber: 'TR-10' });
    expect((await shown(app)).refusals).toEqual([]);
  });

  it('is decided once by twenty at once, and by whom stands in the audit', async () => {
    const app = await approved();
    await ask(app, { doctorName: 'Dr. Other' });
    const which = { clinicId: app.clinicId, changeId: (await changeOf(app)).id };
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        outcome(
          n % 2
            ? acceptChange(kit.ctx(someReviewer()), which)
            : refuseChange(kit.ctx(someReviewer()), { ...which, reason: 'No.' }),
        ),
      ),
    );
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
    const ways = ['clinic-onboarding.change-refused', 'clinic-onboarding.change-accepted'] as const;
    const accepted = outcomes.indexOf('ok') % 2;
    const entry = { objectId: app.clinicId, actor: expect.stringMatching(/^staff:/) as unknown };
    await expect(kit).toBeAudited(ways[accepted]!, entry, { times: 1 });
    await expect(kit).not.toBeAudited(ways[1 - accepted]!, entry);
  });

  it('is changed by one of two tabs', async () => {
    const app = await approved();
    const { points, versions } = await shown(app);
    const tab = (city: string) =>
      outcome(askForChanges(app.ctx, { ...points, city, version: versions.points }));
    const outcomes = await Promise.all(['Ankara', 'Izmir', 'Bursa'].map(tab));
    expect([...outcomes].sort()).toEqual(['ok', 'version_conflict', 'version_conflict']);
  });

  it('of another clinic, of one that is not approved or suspended, is out of reach', async () => {
    const [app, other] = [await approved(), await approved()];
    await ask(app, { city: 'Ankara' });
    const { id: changeId } = await changeOf(app);
    for (const clinicId of [other.clinicId, changeId, 'nonsense'])
      expect(await outcome(acceptChange(staff(), { clinicId, changeId }))).toBe('not_found');
    const pending = await someApplication(kit.ctx(system('test')), reviewer, { at: 'complete' });
    const { points, versions } = await shown(app);
    const wanted = { ...points, version: versions.points };
    expect(await outcome(askForChanges(pending.ctx, wanted))).toBe('event_refused');
    await withTransaction(staff(), (tx) =>
      suspendClinic(tx, { clinicId: other.clinicId, reason: 'No.' }),
    );
    expect(await outcome(askForChanges(other.ctx, wanted))).toBe('event_refused');
    expect(await outcome(ownClinicProfile(other.ctx))).toBe('forbidden');
  });
});

describe('the public address', () => {
  it('comes from the name, is given once, and follows a new name', async () => {
    const name = 'Şişli Diş Kliniği & Çınar';
    const [first, second] = [
      await approved({ clinicName: name }),
      await approved({ clinicName: name }),
    ];
    expect((await recordOf(first)).slug).toBe('sisli-dis-klinigi-cinar');
    expect((await recordOf(second)).slug).toMatch(/^sisli-dis-klinigi-cinar-[a-z0-9]{4}$/);
    await ask(first, { clinicName: 'Another Name' });
    await acceptChange(staff(), {
      clinicId: first.clinicId,
      changeId: (await changeOf(first)).id,
    });
    expect((await recordOf(first)).slug).toBe('another-name');
    const third = await approved({ clinicName: name });
    expect((await recordOf(third)).slug).not.toBe('sisli-dis-klinigi-cinar');
    await ask(first, { clinicName: name });
    await acceptChange(staff(), {
      clinicId: first.clinicId,
      changeId: (await changeOf(first)).id,
    });
    expect((await recordOf(first)).slug).toBe('sisli-dis-klinigi-cinar');
  });
});
