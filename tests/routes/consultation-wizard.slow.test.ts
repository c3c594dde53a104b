import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpegPhoto, picture } from '../../modules/consultation/testing';
import { outdate, signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';
import {
  anonymousAt,
  browserOf,
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

  it('says before sending which text holds contact data, and takes it out when asked to', async () => {
    const send = await newPatient();
    await walkTo(send, 'summary');
    const read = async () => (await send('/consultation/summary')).text();
    expect(await read()).not.toContain('There is contact data in');
    const notes = 'It hurts. Call me: +90 532 123 45 67';
    const typed = form({ timeline: 'asap', notes, version: '99' });
    expect((await send('/consultation/budget', typed)).status).toBe(302);
    const warned = await read();
    expect(warned).toContain('There is contact data in: notes');
    expect(warned).toContain('value="remove-contact"');
    const removed = await send('/consultation/summary', form({ intent: 'remove-contact' }));
    expect(locationOf(removed)).toBe('/consultation/summary');
    const after = await read();
    expect(after).not.toContain('There is contact data in');
    expect(after).toContain('It hurts. Call me:');
    expect(after).not.toContain('532');
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

  it('asks in place for terms that have changed, keeps everything, and then submits', async () => {
    const person = await signedInPatient(server.ctx());
    const send = browserOf(server, person);
    await walkTo(send, 'summary');
    const asked = /<input[^>]*name="terms"[^>]*>/;
    const before = await (await send('/consultation/summary')).text();
    expect(before).not.toMatch(asked);
    const draftId = /name="draftId" value="([^"]+)"/.exec(before)![1]!;
    const submit = (more = {}) =>
      send('/consultation/summary', form({ intent: 'submit', draftId, ...more }));
    await outdate(person.ctx, 'terms');
    const refused = await submit();
    expect(refused.status).toBe(403);
    const page = await refused.text();
    expect(page).toContain('Please agree to them below, then submit your request again.');
    expect(page).toMatch(asked);
    for (const words of ['href="/terms"', 'href="/privacy"', 'Root Canal', 'Hello\nthere', draftId])
      expect(page).toContain(words);
    expect((await submit({ terms: '' })).status).toBe(403);
    expect(locationOf(await submit({ terms: 'on' }))).toContain('?submitted=');
  });
});

describe('nothing chosen or typed is lost', () => {
  const chosen: Array<[string, Record<string, string | string[]>]> = [
    ['/consultation?index&step=1', { category: 'dental' }],
    ['/consultation/treatment', { subTreatment: 'Root Canal' }],
    ['/consultation/area', { bodyArea: 'mouth' }],
  ];
  const atDetails = async (): Promise<{ send: Send; draftId: string; version: string }> => {
    const send = await newPatient();
    for (const [path, values] of chosen) await send(path, form(values));
    return { send, ...(await draftOf(send)) };
  };
  const draftOf = async (send: Send) => {
    const answer = await send('/api/drafts/me');
    const { data } = (await answer.json()) as { data: { draft: { id: string; version: number } } };
    return { draftId: data.draft.id, version: String(data.draft.version) };
  };
  const keep = (send: Send, values: Record<string, string>) =>
    send('/consultation/budget.data', form({ intent: 'keep', ...values }));

  it('keeps the treatment and area of a category that is tapped again', async () => {
    const { send } = await atDetails();
    const again = await send(
      '/consultation?index&step=1',
      form({ category: 'dental', picked: 'on' }),
    );
    expect(locationOf(again)).toBe('/consultation/treatment');
    expect(await (await send('/consultation/summary')).text()).toContain('Root Canal');
  });

  it('saves what is typed on the way, finished or not, and shows it again', async () => {
    const { send, draftId, version } = await atDetails();
    const writer = crypto.randomUUID();
    const typed = { draftId, version, writer, turn: '1', notes: 'half a sent' };
    expect((await keep(send, { ...typed, budget: 'rubbish' })).status).toBe(200);
    const page = await (await send('/consultation/budget')).text();
    expect(page).toContain('half a sent');
    const ended = await keep(anonymous, { ...typed, notes: 'nobody' });
    expect(ended.status).toBe(401);
    const other = { ...typed, writer: crypto.randomUUID(), notes: 'another tab' };
    expect((await keep(send, other)).status).toBe(409);
    const theirs = await newPatient();
    expect((await keep(theirs, { ...typed, turn: '2' })).status).toBe(409);
    expect(await (await send('/consultation/budget')).text()).toContain('half a sent');
  });

  it('takes what is typed along when somebody goes back, without JavaScript', async () => {
    const { send, version } = await atDetails();
    const page = await (await send('/consultation/budget')).text();
    expect(page).toMatch(/<button[^>]*form="details"[^>]*value="back"/);
    const typed = { notes: 'on my way back', version, 'patientInfo.allergies': 'Latex' };
    const back = await send('/consultation/budget', form({ intent: 'back', ...typed }));
    expect(locationOf(back)).toBe('/consultation/locations');
    const again = await (await send('/consultation/budget')).text();
    expect(again).toContain('on my way back');
    expect(again).toMatch(/<details[^>]* open=""/);
    const cities = form({ intent: 'back', locations: ['Ankara'] });
    expect(locationOf(await send('/consultation/locations', cities))).toBe('/consultation/photos');
    expect(await (await send('/consultation/locations')).text()).toMatch(
      /<input(?=[^>]*value="Ankara")(?=[^>]*checked)/,
    );
  });

  it('comes back to the summary after a change, by way of the steps that it reopened', async () => {
    const { send } = await atDetails();
    const summary = await (await send('/consultation/summary')).text();
    for (const path of ['/consultation?step=1&change=1', '/consultation/photos?change=1'])
      expect(summary.replace(/&amp;/g, '&')).toContain(`href="${path}"`);
    const changes: Array<[string, Record<string, string | string[]>, string]> = [
      ['/consultation/area?change=1', { bodyArea: 'smile' }, '/consultation/summary'],
      ['/consultation/photos?change=1', { intent: 'continue' }, '/consultation/summary'],
      ['/consultation/locations?change=1', { locations: ['Ankara'] }, '/consultation/summary'],
      ['/consultation/budget?change=1', { notes: 'x', version: '9' }, '/consultation/summary'],
      ['/consultation?index&step=1&change=1', { category: 'dental' }, '/consultation/summary'],
      [
        '/consultation?index&step=1&change=1',
        { category: 'hair' },
        '/consultation/treatment?change=1',
      ],
      [
        '/consultation/treatment?change=1',
        { subTreatment: 'Beard Transplant' },
        '/consultation/area?change=1',
      ],
      ['/consultation/area?change=1', { bodyArea: 'beard' }, '/consultation/summary'],
    ];
    for (const [path, values, next] of changes)
      expect([path, locationOf(await send(path, form(values)))]).toEqual([path, next]);
    const page = await (await send('/consultation/treatment?change=1')).text();
    expect(page).toMatch(/<form[^>]*action="\/consultation\/treatment\?change=1"/);
    expect(page).toMatch(/<a[^>]*href="\/consultation\/summary"/);
  });

  it('names the photos that are too many, and takes the others', async () => {
    const { send } = await atDetails();
    const files = await Promise.all(
      Array.from({ length: 12 }, async (_, n): Promise<[Buffer, string]> => [
        await jpegPhoto(n + 100),
        `picture-${n + 1}.jpg`,
      ]),
    );
    const page = await (await send('/consultation/photos', photoForm(...files))).text();
    expect(page).toContain('10 of 10 photos added');
    expect(page).toContain('Those after picture-10.jpg were not added.');
    const more: Array<[Buffer, string]> = [[await jpegPhoto(200), 'one-more.jpg']];
    const full = await (await send('/consultation/photos', photoForm(...more))).text();
    expect(full).toContain('one-more.jpg: There are 10 photos already.');
  });
});
