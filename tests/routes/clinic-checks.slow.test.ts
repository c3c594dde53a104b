import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acceptChange,
  acceptPicture,
  ownSections,
  publicNames,
  refuseChange,
  refusePicture,
  saveDoctors,
} from '#modules/clinic-onboarding';
import { system } from '#platform/base/actor';
import { readPublicClinic } from '#workflows';
import { sweepPictures } from '../../modules/clinic-onboarding/pictures.server';
import { clinicForStaff } from '../../modules/clinic-onboarding/staff.server';
import { jpegPhoto } from '../../modules/consultation/testing';
import { openSession } from '../../modules/identity/sessions.server';
import { resetClock, setClock } from '../kit/clock';
import { ownOf, someReviewer } from '../kit/clinics';
import { pdfFile } from '../kit/document-files';
import { FormBrowser } from '../kit/form-browser';
import { startTestServer, type TestServer } from '../kit/http';
import {
  clinicAt,
  profileHome,
  sendPart,
  somePoints,
  type ProfileClinic,
} from '../kit/own-profile';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const staff = () => server.ctx(someReviewer());
const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const page = async (path: string) => (await server.request(path)).text();

describe('what was verified', () => {
  const ask = (
    { browser, clinic }: ProfileClinic,
    clinicName: string,
    more: Record<string, string | string[]>,
  ) => {
    const { licenseNumber } = ownOf(clinic.phone);
    return sendPart(browser, 'verified', somePoints(clinicName, { licenseNumber, ...more }));
  };

  it('changes after a new check alone, and the page says so', async () => {
    const name = 'Checked Dental';
    const made = await clinicAt(server, name);
    const verified = `${profileHome}/verified`;
    expect(await ask(made, name, { city: 'Ankara' })).toMatchObject({
      status: 302,
      to: `${verified}?asked`,
    });
    const waiting = (await made.browser.go(verified)).words;
    for (const said of ['Being checked', 'Patients see Istanbul', 'You asked for Ankara'])
      expect(waiting).toContain(said);
    expect((await made.browser.go(profileHome)).words).toContain('Istanbul Change being checked');
    expect(await page(`/find-clinics/${slugOf(name)}`)).not.toContain('Ankara');

    const [change] = (await clinicForStaff(staff(), made.clinic.clinicId)).changes;
    const which = { clinicId: made.clinic.clinicId, changeId: change!.id };
    await refuseChange(staff(), { ...which, reason: 'The registration says Istanbul.' });
    const refused = (await made.browser.go(verified)).words;
    expect(refused).toContain('Not accepted');
    expect(refused).toContain('The registration says Istanbul.');

    await ask(made, name, { city: 'Izmir' });
    const [next] = (await clinicForStaff(staff(), made.clinic.clinicId)).changes;
    await acceptChange(staff(), { clinicId: made.clinic.clinicId, changeId: next!.id });
    expect(await page(`/find-clinics/${slugOf(name)}`)).toContain('Izmir');
    expect((await made.browser.go(verified)).words).not.toContain('Being checked');
  });

  it('can be left as it is again', async () => {
    const name = 'Undecided Dental';
    const made = await clinicAt(server, name);
    await ask(made, name, { licenseNumber: 'NEW-1', address: '9 New Street' });
    const back = { intent: 'take-back', point: 'address' };
    expect((await made.browser.go(`${profileHome}/verified`, back)).status).toBe(302);
    const { changes } = await clinicForStaff(staff(), made.clinic.clinicId);
    expect(changes.map(({ point }) => point)).toEqual(['licenseNumber']);
  });

  it('says until when, warns before it ends, and stops new offers after that', async () => {
    const made = await clinicAt(server, 'Ending Dental');
    await server.services.database.pool.query(
      `update clinic_onboarding.document set valid_until = '2040-03-01' where clinic_id = $1 and kind = 'medical-license'`,
      [made.clinic.clinicId],
    );
    const fresh = async () => {
      const { clinicId: subjectId, phone } = made.clinic;
      const whose = { principal: 'clinic', phase: 'full', subjectId, phone } as const;
      return new FormBrowser(server, (await openSession(server.ctx(), whose)).token);
    };
    try {
      await setClock(server.services, new Date('2040-02-20T12:00:00Z'));
      const soon = await fresh();
      expect((await soon.go(profileHome)).words).toContain('One verification ends soon');
      expect((await soon.go(`${profileHome}/documents`)).words).toContain('Ends in 10 days');
      await setClock(server.services, new Date('2040-03-02T00:00:01Z'));
      const over = await fresh();
      expect((await over.go(profileHome)).words).toContain('You cannot send new offers now');
      expect((await over.go(`${profileHome}/documents`)).words).toContain('ended on Mar 1, 2040.');
    } finally {
      await resetClock(server.services);
    }
  });

  it('takes a newer document, and takes back what nobody has judged, and nothing else', async () => {
    const made = await clinicAt(server, 'Renewing Dental');
    const path = `${profileHome}/documents`;
    const form = new FormData();
    form.append('intent', 'upload');
    form.append('medical-license', new File([new Uint8Array(pdfFile())], 'newer.pdf'));
    expect(await made.browser.go(path, form)).toMatchObject({ status: 302, to: path });
    const { html, words } = await made.browser.go(path);
    expect(words).toContain('newer.pdf');
    const removable = [...html.matchAll(/value="remove-document"\/?><input[^>]*value="([^"]+)"/g)];
    expect(removable).toHaveLength(1);
    const remove = (id: string) => made.browser.go(path, { intent: 'remove-document', id });
    expect((await remove(made.clinic.documents[0]!)).status).toBe(409);
    expect((await remove(removable[0]![1]!)).status).toBe(302);
    expect((await made.browser.go(path)).words).not.toContain('newer.pdf');
    const wrong = new FormData();
    wrong.append('insurance', new File(['plain words'], 'notes.txt'));
    const refused = await made.browser.go(path, wrong);
    expect(refused.status).toBe(415);
    expect(refused.words).toContain('notes.txt');
  });
});

describe('the pictures of a clinic', () => {
  const path = `${profileHome}/pictures`;
  const picturesForm = (...files: Array<[name: string, bytes: Buffer | string]>) => {
    const form = new FormData();
    for (const [name, bytes] of files)
      form.append('picture', new File([new Uint8Array(Buffer.from(bytes))], name));
    return form;
  };
  const idsIn = (html: string) => [
    ...new Set(
      [...html.matchAll(/\/api\/files\/([0-9a-f-]{36})\?size=thumb/g)].map(([, id]) => id!),
    ),
  ];
  const statusAt = async (address: string, token?: string) => {
    const headers = token ? { Cookie: `clinic=${token}` } : undefined;
    const answer = await server.request(address, { headers });
    await answer.body?.cancel();
    return answer.status;
  };

  it('are shown to patients once staff have looked at them, and go when they are removed', async () => {
    const { clinic: own, browser: mine } = await clinicAt(server, 'Picture Dental');
    const added = await mine.go(
      path,
      picturesForm(['room.jpg', await jpegPhoto(1)], ['house.jpg', await jpegPhoto(2)]),
    );
    expect(added).toMatchObject({ status: 302, to: `${path}?added` });
    const seen = await mine.go(path);
    expect(seen.words).toContain('Being checked');
    const [room, house] = idsIn(seen.html);
    const { clinicId } = own;
    expect(await statusAt(`/api/files/${room}?size=thumb`, own.token)).toBe(200);
    expect(await statusAt(`/api/clinic-pictures/${room}`)).toBe(404);

    await acceptPicture(staff(), { clinicId, pictureId: room! });
    await refusePicture(staff(), { clinicId, pictureId: house!, reason: 'A patient is seen.' });
    expect(await statusAt(`/api/clinic-pictures/${room}`)).toBe(200);
    expect(await statusAt(`/api/clinic-pictures/${house}`)).toBe(404);
    const judged = (await mine.go(path)).words;
    for (const said of ['Shown to patients', 'Not shown', 'A patient is seen.'])
      expect(judged).toContain(said);
    expect((await mine.go(profileHome)).words).toContain('Shown to patients');

    const other = await clinicAt(server, 'Nosy Dental');
    expect(await statusAt(`/api/files/${house}?size=thumb`, other.clinic.token)).toBe(404);
    const taking = { intent: 'remove-picture', id: room! };
    // Somebody else's is like one that is gone: what was asked for is the case, and nothing happens.
    await other.browser.go(path, taking);
    expect(await statusAt(`/api/clinic-pictures/${room}`)).toBe(200);

    expect(await mine.go(path, taking)).toMatchObject({ status: 302, to: path });
    expect(await statusAt(`/api/clinic-pictures/${room}`)).toBe(404);
    expect(await statusAt(`/api/files/${room}?size=thumb`, own.token)).toBe(404);
  });

  it('stand next to the doctor whom they show, once checked, and go when the doctor goes', async () => {
    const { clinic: own, browser: mine } = await clinicAt(server, 'Portrait Dental');
    const address = `/find-clinics/${slugOf('Portrait Dental')}`;
    const { clinicId } = own;
    const doctors = [{ name: 'Dr. Bora Ak', field: 'Implants', years: 9 }];
    const versionNow = async () => (await ownSections(own.ctx)).versions.doctors;
    await saveDoctors(own.ctx, { version: await versionNow(), doctors });
    await mine.go(path, picturesForm(['a.jpg', await jpegPhoto(5)], ['b.jpg', await jpegPhoto(6)]));
    const [face, room] = idsIn((await mine.go(path)).html);
    for (const pictureId of [face!, room!]) await acceptPicture(staff(), { clinicId, pictureId });

    const naming = { intent: 'name-doctor', id: face!, doctorName: 'Dr. Bora Ak' };
    const other = await clinicAt(server, 'Envious Dental');
    await saveDoctors(other.clinic.ctx, {
      version: (await ownSections(other.clinic.ctx)).versions.doctors,
      doctors,
    });
    await other.browser.go(path, naming);
    expect(await statusAt(`/api/clinic-pictures/${face}`)).toBe(200);
    expect((await mine.go(path, { ...naming, doctorName: 'Dr. Nobody' })).status).toBe(422);
    expect(await mine.go(path, naming)).toMatchObject({ status: 302, to: path });
    // What was looked at as a room has not been looked at as a person.
    expect(await statusAt(`/api/clinic-pictures/${face}`)).toBe(404);
    expect(await page(address)).not.toContain(face);
    const waiting = (await clinicForStaff(staff(), clinicId)).pictures.find(
      ({ id }) => id === face,
    );
    expect(waiting).toMatchObject({ review: 'waiting', doctorName: 'Dr. Bora Ak' });
    await acceptPicture(staff(), { clinicId, pictureId: face! });
    expect(await page(address)).toMatch(
      new RegExp(
        `alt="Picture of Dr. Bora Ak"[^>]*${face}|${face}[^>]*alt="Picture of Dr. Bora Ak"`,
      ),
    );
    const names = await publicNames(server.ctx(), [clinicId]);
    expect(names.get(clinicId)!.portraits).toEqual({ 'Dr. Bora Ak': face });
    expect(await readPublicClinic(server.ctx(), { slug: slugOf('Portrait Dental') })).toMatchObject(
      {
        picture: room,
        pictures: [{ id: room }],
        doctorPicture: null,
        doctors: [{ name: 'Dr. Bora Ak', picture: face }],
      },
    );

    await saveDoctors(own.ctx, { version: await versionNow(), doctors: [] });
    expect(await statusAt(`/api/clinic-pictures/${face}`)).toBe(404);
    expect(await statusAt(`/api/clinic-pictures/${room}`)).toBe(200);
    const swept = await sweepPictures(server.ctx(system('test')));
    expect(swept.erased).toBeGreaterThan(0);
  });

  it('that cannot be taken cost none of the others, and are named with why', async () => {
    const { browser: mine } = await clinicAt(server, 'Mixed Dental');
    const answer = await mine.go(
      path,
      picturesForm(['notes.jpg', 'plain words'], ['fine.jpg', await jpegPhoto(3)]),
    );
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.words).toContain('notes.jpg');
    expect(idsIn(answer.html)).toHaveLength(1);
    const empty = await mine.go(path, picturesForm());
    expect([empty.status, empty.words.includes('Please choose a picture')]).toEqual([422, true]);
  });

  it('are ten at most, also when many arrive at once', async () => {
    const { clinic: own, browser: mine } = await clinicAt(server, 'Crowded Dental');
    const bytes = await jpegPhoto(4);
    await Promise.all(
      Array.from({ length: 4 }, () =>
        mine.go(
          path,
          picturesForm(...Array.from({ length: 4 }, () => ['p.jpg', bytes] as [string, Buffer])),
        ),
      ),
    );
    const { rows } = await server.services.database.pool.query(
      'select 1 from clinic_onboarding.picture where clinic_id = $1 and removed_at is null',
      [own.clinicId],
    );
    expect(rows).toHaveLength(10);
    expect((await mine.go(path)).words).toContain('All 10 places are taken.');
  });
});
