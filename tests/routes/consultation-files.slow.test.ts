import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/base/ids';
import { maxFileBytes } from '../../platform/files/upload/read-upload.server';
import { jpegPhoto } from '../../modules/consultation/testing';
import { startTestServer, type TestServer } from '../kit/http';
import { anonymousAt, newPatientAt, photoForm, type Send } from '../kit/patient-browser';

let server: TestServer;
let anonymous: Send;
beforeAll(async () => {
  server = await startTestServer();
  anonymous = anonymousAt(server);
});
afterAll(() => server?.close());

const newPatient = (): Promise<Send> => newPatientAt(server);
const upload = async (send: Send): Promise<string> => {
  const answer = await send('/api/photos', photoForm(await jpegPhoto()));
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { data: { id: string } }).data.id;
};

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

  it('keeps nothing of an upload that breaks off, and goes on', async () => {
    const send = await newPatient();
    const keys = async (): Promise<number> => {
      let count = 0;
      for await (const _ of server.ports.storage.list('')) count += 1;
      return count;
    };
    const before = await keys();
    const whole = Buffer.from(
      await new Response(photoForm(await jpegOf(2_000_000)).body).arrayBuffer(),
    );
    const boundary = /^--(\S+)/.exec(whole.subarray(0, 200).toString())![1]!;
    for (let cut = 0; cut < 10; cut += 1) {
      const abort = new AbortController();
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(whole.subarray(0, 100_000 * (cut + 1)));
          setTimeout(() => abort.abort(), 20);
        },
      });
      const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
      const init = { method: 'POST', headers, body, duplex: 'half', signal: abort.signal };
      await expect(send('/api/photos', init as RequestInit)).rejects.toThrow();
    }
    expect(await keys()).toBe(before);
    expect((await send('/api/photos', photoForm(await jpegPhoto()))).status).toBe(201);
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
    for (const method of ['GET', 'DELETE']) {
      expect(await answer(id, method)).toEqual(await answer(newId(), method));
      expect(await answer('nonsense', method)).toEqual(await answer(newId(), method));
    }
    expect((await theirs(`/api/files/${id}`)).status).toBe(404);
    expect((await anonymous(`/api/files/${id}`)).status).toBe(401);
    expect((await mine(`/api/files/${id}`)).status).toBe(200);
  });

  it.each(['..%2f..%2fetc%2fpasswd', 'x', `photo%2f${newId()}%2ffull`, '%00'])(
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
