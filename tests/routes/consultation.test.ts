import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxFileBytes } from '#platform/upload';
import { signedInPatient } from '../../modules/identity/testing';
import { jpegPhoto, picture } from '../../modules/consultation/testing';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** A browser of a new patient. */
async function newPatient(): Promise<Send> {
  const { token } = await signedInPatient(server.ctx());
  return (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', `patient=${token}`);
    return anonymous(path, { ...init, headers });
  };
}

/** The test server's address by number is an origin of ours as well, and the one that requests go to. */
const anonymous: Send = (path, init = {}) => {
  const headers = new Headers(init.headers);
  if (!headers.has('Origin')) headers.set('Origin', `http://127.0.0.1:${server.listening.port}`);
  return server.request(path, { ...init, headers });
};
const form = (values: Record<string, string | string[]>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(
    Object.entries(values).flatMap(([key, value]) => [value].flat().map((one) => [key, one])),
  ),
});
const photoForm = (...files: Array<Buffer | [Buffer, string]>): RequestInit => {
  const body = new FormData();
  for (const file of files) {
    const [bytes, name] = Array.isArray(file) ? file : [file, 'photo.jpg'];
    body.append('photo', new File([new Uint8Array(bytes)], name));
  }
  return { method: 'POST', body };
};
const upload = async (send: Send): Promise<string> => {
  const answer = await send('/api/photos', photoForm(await jpegPhoto(Math.random() * 1e6)));
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { data: { id: string } }).data.id;
};
const locationOf = (answer: Response): string | null => answer.headers.get('Location');

/** A JPEG of exactly this many bytes: what follows the picture is comment. */
async function jpegOf(bytes: number): Promise<Buffer> {
  const jpeg = await jpegPhoto();
  return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
}

describe('POST /api/photos', () => {
  it('takes the largest file, and not a byte more', async () => {
    const send = await newPatient();
    expect((await send('/api/photos', photoForm(await jpegOf(maxFileBytes)))).status).toBe(201);
    const over = await send('/api/photos', photoForm(await jpegOf(maxFileBytes + 1)));
    expect(over.status).toBe(413);
    expect(await over.json()).toMatchObject({ success: false, code: 'file_too_large' });
  });

  it.each([
    [
      'SVG by the name of a photo',
      () => [Buffer.from('<svg/>'), 'photo.jpg'],
      415,
      'unsupported_file_type',
    ],
    ['an empty file', () => [Buffer.alloc(0), 'photo.jpg'], 422, 'validation_failed'],
    [
      'half a photo',
      async () => [(await jpegPhoto()).subarray(0, 2_000), 'photo.jpg'],
      422,
      'validation_failed',
    ],
  ] as Array<[string, () => [Buffer, string] | Promise<[Buffer, string]>, number, string]>)(
    'refuses %s',
    async (_name, make, status, code) => {
      const send = await newPatient();
      const answer = await send('/api/photos', photoForm(await make()));
      expect(answer.status).toBe(status);
      const body = (await answer.json()) as { message: string };
      expect(body).toMatchObject({ success: false, code });
      expect(JSON.stringify(body)).not.toContain('consultation.');
    },
  );

  it('refuses what is no upload', async () => {
    const send = await newPatient();
    const none = await send('/api/photos', { method: 'POST', body: new FormData() });
    expect([400, 422]).toContain(none.status);
    const broken = await send('/api/photos', {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\nhalf',
    });
    expect(broken.status).toBe(400);
    const strange = new FormData();
    strange.append('other', new File(['x'], 'x.jpg'));
    expect((await send('/api/photos', { method: 'POST', body: strange })).status).toBe(422);
    const many = await send(
      '/api/photos',
      photoForm(...Array.from({ length: 11 }, () => Buffer.from('x'))),
    );
    expect([413, 415]).toContain(many.status);
  });

  it('needs a session, and a page of ours', async () => {
    const one = photoForm(await jpegPhoto());
    expect((await anonymous('/api/photos', one)).status).toBe(401);
    const send = await newPatient();
    const foreign = {
      ...photoForm(await jpegPhoto()),
      headers: { Origin: 'https://evil.example' },
    };
    expect((await send('/api/photos', foreign)).status).toBe(403);
  });

  it('ends at twenty in ten minutes, with the time to wait', async () => {
    const send = await newPatient();
    const bad = () => send('/api/photos', photoForm(Buffer.from('not a photo')));
    for (let n = 0; n < 20; n += 1) expect((await bad()).status).toBe(415);
    const answer = await bad();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(500);
  });
});

describe('/api/files/{id}', () => {
  it('gives a photo to its owner, as nothing but a picture', async () => {
    const send = await newPatient();
    const named = await send(
      '/api/photos',
      photoForm([await jpegPhoto(7), 'a"b\r\nX-Evil: 1 Ünïcode.jpg']),
    );
    const { data } = (await named.json()) as { data: { id: string } };
    for (const size of ['thumb', 'medium', 'full']) {
      const answer = await send(`/api/files/${data.id}?size=${size}`);
      expect(answer.status).toBe(200);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect((await sharp(bytes).metadata()).format).toBe('jpeg');
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(bytes.length),
        'content-disposition': expect.stringMatching(/^inline; filename=/) as string,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(answer.headers.get('x-evil')).toBeNull();
    }
    const head = await send(`/api/files/${data.id}?size=thumb`, { method: 'HEAD' });
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
    expect((await send(`/api/files/${data.id}?size=huge`)).status).toBe(422);
  });

  it('answers for a photo of somebody else exactly as for none', async () => {
    const [mine, theirs] = [await newPatient(), await newPatient()];
    const id = await upload(mine);
    const answer = async (photo: string, method: string) => {
      const { status, ...rest } = await theirs(`/api/files/${photo}`, { method });
      return [status, await theirs(`/api/files/${photo}`, { method }).then((r) => r.text()), rest];
    };
    for (const method of ['GET', 'DELETE'])
      expect(await answer(id, method)).toEqual(await answer(crypto.randomUUID(), method));
    expect((await theirs(`/api/files/${id}`)).status).toBe(404);
    expect((await anonymous(`/api/files/${id}`)).status).toBe(401);
    expect((await mine(`/api/files/${id}`)).status).toBe(200);
  });

  it.each(['..%2f..%2fetc%2fpasswd', 'x', `photo%2f${crypto.randomUUID()}%2ffull`, '%00'])(
    'finds nothing at %s',
    async (id) => {
      const send = await newPatient();
      expect([400, 404, 422]).toContain((await send(`/api/files/${id}`)).status);
    },
  );

  it('removes a photo once', async () => {
    const send = await newPatient();
    const id = await upload(send);
    expect((await send(`/api/files/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await send(`/api/files/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await send(`/api/files/${id}`)).status).toBe(404);
  });
});

describe('/api/drafts/me', () => {
  const json = (method: string, body: unknown): RequestInit => ({
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const fields = {
    category: 'hair',
    subTreatment: 'Beard Transplant',
    bodyArea: 'beard',
    locations: [],
    budget: null,
    timeline: null,
    notes: '',
    patientInfo: {},
  };

  it('holds one draft per patient, by version', async () => {
    const send = await newPatient();
    const read = async () =>
      ((await (await send('/api/drafts/me')).json()) as { data: { draft: unknown } }).data.draft;
    expect(await read()).toBeNull();
    const put = (expectedVersion: number) =>
      send('/api/drafts/me', json('PUT', { expectedVersion, step: 5, fields }));
    expect((await put(0)).status).toBe(200);
    expect((await put(0)).status).toBe(409);
    expect(await read()).toMatchObject({ version: 1, step: 5, fields: { category: 'hair' } });
    expect((await send('/api/drafts/me', { method: 'DELETE' })).status).toBe(200);
    expect(await read()).toBeNull();
  });

  it.each([
    ['an unknown key', { expectedVersion: 0, step: 1, fields, extra: 1 }],
    ['a step outside the wizard', { expectedVersion: 0, step: 8, fields }],
    [
      'an unknown category',
      { expectedVersion: 0, step: 1, fields: { ...fields, category: 'nose' } },
    ],
    [
      'notes over the limit',
      { expectedVersion: 0, step: 1, fields: { ...fields, notes: 'x'.repeat(4_001) } },
    ],
  ])('refuses %s', async (_name, body) => {
    const send = await newPatient();
    expect((await send('/api/drafts/me', json('PUT', body))).status).toBe(422);
  });

  it('needs a session', async () => {
    expect((await anonymous('/api/drafts/me')).status).toBe(401);
  });
});

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
    expect(await none.text()).toContain('Choose a category');
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
