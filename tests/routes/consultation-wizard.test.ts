import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpegPhoto, picture } from '../../modules/consultation/testing';
import { startTestServer, type TestServer } from '../kit/http';
import {
  anonymousAt,
  form,
  locationOf,
  newPatientAt,
  photoForm,
  type Send,
} from '../kit/patient-browser';

let server: TestServer;
let anonymous: Send;
beforeAll(async () => {
  server = await startTestServer();
  anonymous = anonymousAt(server);
});
afterAll(() => server?.close());

const newPatient = (): Promise<Send> => newPatientAt(server);

describe('the wizard without JavaScript', () => {
  const walkTo = async (send: Send, last: 'area' | 'summary'): Promise<void> => {
    const walk: Array<[string, Record<string, string | string[]>, string]> = [
      [
        '/consultation?index&step=1',
        { category: 'dental', version: '0' },
        '/consultation/treatment',
      ],
      [
        '/consultation/treatment',
        { subTreatment: 'Root Canal', version: '1' },
        '/consultation/area',
      ],
      ['/consultation/area', { bodyArea: 'mouth', version: '2' }, '/consultation/photos'],
      ['/consultation/photos', { intent: 'continue' }, '/consultation/locations'],
      ['/consultation/locations', { locations: ['Istanbul', 'Ankara'] }, '/consultation/budget'],
      [
        '/consultation/budget',
        { budget: '', timeline: 'asap', notes: 'Hello\r\nthere' },
        '/consultation/summary',
      ],
    ];
    for (const [path, values, next] of walk.slice(0, last === 'area' ? 2 : 6)) {
      const answer = await send(path, form(values));
      expect([path, answer.status, locationOf(answer)]).toEqual([path, 302, next]);
    }
  };

  it('sends people who are not signed in to the sign-in and back', async () => {
    for (const path of ['/consultation', '/consultation/photos', '/consultation/summary']) {
      const answer = await anonymous(path);
      expect(locationOf(answer)).toBe(`/login?redirectTo=${encodeURIComponent(path)}`);
    }
    const posted = await anonymous('/consultation/treatment', form({ subTreatment: 'Root Canal' }));
    expect(locationOf(posted)).toBe('/login?redirectTo=%2Fconsultation%2Ftreatment');
  });

  it('leads from step to step, and back to the one that was left', async () => {
    const send = await newPatient();
    expect((await send('/consultation')).status).toBe(200);
    await walkTo(send, 'area');
    expect(locationOf(await send('/consultation'))).toBe('/consultation/area');
    expect((await send('/consultation?step=1')).status).toBe(200);
    // Step 1 was looked at last.
    expect((await send('/consultation')).status).toBe(200);
    expect(locationOf(await send('/consultation/summary'))).toBe('/consultation/area');
  });

  it('says what is missing beside the question, and loses nothing', async () => {
    const send = await newPatient();
    const none = await send('/consultation?index&step=1', form({ version: '0' }));
    expect(none.status).toBe(422);
    const asked = await none.text();
    expect(asked).toMatch(/<a href="#category"[^>]*>Choose a category/);
    expect(asked).toMatch(/<input[^>]*id="category"/);
    await walkTo(send, 'summary');
    const long = 'x'.repeat(4_001);
    const refused = await send('/consultation/budget', form({ notes: long, version: '9' }));
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain(long);
    expect(page).toContain('This text is too long');
  });

  it('takes several photos in one form, and keeps the good ones beside a bad one', async () => {
    const send = await newPatient();
    await walkTo(send, 'area');
    await send('/consultation/area', form({ bodyArea: 'mouth' }));
    const good = await picture(3).png().toBuffer();
    const answer = await send(
      '/consultation/photos',
      photoForm([good, 'a.png'], [Buffer.from('<svg/>'), 'b.png'], [await jpegPhoto(9), 'c.jpg']),
    );
    expect(answer.status).toBe(415);
    const page = await answer.text();
    expect(page).toContain('Only JPEG, PNG and WebP photos are possible.');
    expect(page).toContain('2 of 10 photos added');
    const id = /api\/files\/([0-9a-f-]{36})/.exec(page)![1]!;
    expect(locationOf(await send('/consultation/photos', form({ intent: 'remove', id })))).toBe(
      '/consultation/photos',
    );
    expect(await (await send('/consultation/photos')).text()).toContain('1 of 10 photos added');
    const theirs = await newPatient();
    await theirs('/consultation/photos', form({ intent: 'remove', id }));
  });

  it('tells a second tab kindly that its answer no longer fits', async () => {
    const send = await newPatient();
    await walkTo(send, 'area');
    await send('/consultation?index&step=1', form({ category: 'hair', version: '2' }));
    const answer = await send(
      '/consultation/treatment',
      form({ subTreatment: 'Dental Crown', version: '2' }),
    );
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(
      'This request was changed in another tab or on another device',
    );
  });

  it('shows in the summary what was filled, and only that', async () => {
    const send = await newPatient();
    await walkTo(send, 'summary');
    const page = await (await send('/consultation/summary')).text();
    for (const words of [
      'Root Canal',
      'Istanbul, Ankara',
      'As soon as possible',
      'Hello\nthere',
      'Submit Request',
    ])
      expect(page).toContain(words);
    expect(page).not.toContain('>Budget<');
    expect(page).not.toContain('/6</span>');
    await send('/consultation/locations', form({}));
    expect(await (await send('/consultation/summary')).text()).toContain('No locations selected');
  });

  it('submits once, however often the button is pressed, and then starts afresh', async () => {
    const send = await newPatient();
    await walkTo(send, 'summary');
    const page = await (await send('/consultation/summary')).text();
    const draftId = /name="draftId" value="([^"]+)"/.exec(page)![1]!;
    const submit = () => send('/consultation/summary', form({ intent: 'submit', draftId }));
    const answers = await Promise.all(Array.from({ length: 20 }, submit));
    const places = new Set(answers.map(locationOf));
    expect([...places]).toEqual([expect.stringMatching(/^\/consultation\/summary\?submitted=/)]);
    const [done] = [...places] as string[];
    const confirmation = await (await send(done!)).text();
    expect(confirmation).toContain('href="/my-offers"');
    expect(locationOf(await (await newPatient())(done!))).toBe('/consultation');
    expect(locationOf(await (await newPatient())('/consultation/summary?submitted=x'))).toBe(
      '/consultation',
    );
    expect((await send('/consultation')).status).toBe(200);
    const theirs = await newPatient();
    const stolen = await theirs('/consultation/summary', form({ intent: 'submit', draftId }));
    expect(locationOf(stolen)).toBe('/consultation');
  });
});
