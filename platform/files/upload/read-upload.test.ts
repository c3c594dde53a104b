import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { AppError } from '../../base/errors';
import { sha256 } from '../../base/ids';
import { maxFileBytes, readUpload, type UploadedFile } from './read-upload.server';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'uploads-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

/** What lies on disk of uploads that are on their way. */
const onTheWay = (): string[] => {
  const folder = path.join(dataDir, 'incoming');
  return existsSync(folder) ? readdirSync(folder) : [];
};
afterEach(() => expect(onTheWay()).toEqual([]));

const request = (body: BodyInit, headers?: HeadersInit): Request =>
  new Request('http://localhost/upload', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit);

function multipart(...files: Array<[name: string, bytes: number]>): FormData {
  const form = new FormData();
  for (const [name, bytes] of files) form.append('file', new File([new Uint8Array(bytes)], name));
  return form;
}

const multipartType = { 'Content-Type': 'multipart/form-data; boundary=x' };

async function read(body: BodyInit, maxTotalBytes = 60_000_000, headers?: HeadersInit) {
  const files: UploadedFile[] = [];
  const fields = await readUpload(request(body, headers), {
    dataDir,
    maxTotalBytes,
    onFile: async (file) => void files.push(file),
  });
  return { files, fields };
}

describe('an upload', () => {
  it('gives files in order, with their fields and names, and the text beside them', async () => {
    const form = multipart(['a.jpg', 3], ['../../b', maxFileBytes]);
    form.append('kind', 'photo');
    const { files, fields } = await read(form);
    expect(files.map(({ field, name, bytes }) => [field, name, bytes.bytes])).toEqual([
      ['file', 'a.jpg', 3],
      ['file', '../../b', maxFileBytes],
    ]);
    expect(fields.get('kind')).toBe('photo');
  });

  it('lies on disk, for us alone, while it is worked on', async () => {
    const content = randomBytes(300_000);
    const form = new FormData();
    form.append('file', new File([content], 'a.jpg', { type: 'image/JPEG' }));
    form.append('file', new File(['x'], 'ö".jpg'));
    const seen: unknown[] = [];
    await readUpload(request(form), {
      dataDir,
      maxTotalBytes: 1_000_000,
      onFile: async ({ name, type, bytes }) => {
        const mode = (file: string) => statSync(file).mode & 0o777;
        seen.push([name, type, mode(bytes.path), mode(bytes.folder)]);
        expect(onTheWay()).toEqual([path.basename(bytes.folder)]);
        const read = readFileSync(bytes.path);
        expect(sha256(read).toString('hex')).toBe(bytes.sha256);
        if (name === 'a.jpg') expect(read.equals(content)).toBe(true);
      },
    });
    expect(seen).toEqual([
      ['a.jpg', 'image/jpeg', 0o600, 0o700],
      ['ö".jpg', 'application/octet-stream', 0o600, 0o700],
    ]);
  });

  it('takes little memory, however large it is and however it is cut', async () => {
    const kind = new TextEncoder().encode(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
    );
    let sent = 0;
    let held = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (sent === 0) controller.enqueue(kind);
        else if (sent > 10_000_000) {
          controller.enqueue(new TextEncoder().encode('\r\n--x--\r\n'));
          return controller.close();
        } else controller.enqueue(randomBytes(60_001));
        sent += 60_001;
        const [folder] = onTheWay();
        const written = folder
          ? statSync(path.join(dataDir, 'incoming', folder, 'upload')).size
          : 0;
        held = Math.max(held, sent - written);
      },
    });
    const { files } = await read(body as unknown as BodyInit, 60_000_000, {
      'Content-Type': 'multipart/form-data; boundary=x',
    });
    expect(files[0]!.bytes.bytes).toBeGreaterThan(9_900_000);
    // What is neither with the sender nor on disk is in memory (security 66).
    expect(held).toBeLessThan(256 * 1024);
  });

  it.each([1, 7, 8_191, 8_192, 8_193])('comes in pieces of %i bytes', async (size) => {
    const form = multipart(['a', 20_000], ['b', 0], ['c', 5]);
    form.append('kind', 'x'.repeat(300));
    const whole = new Request('http://x', { method: 'POST', body: form });
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let at = 0; at < bytes.length; at += size)
          controller.enqueue(bytes.subarray(at, at + size));
        controller.close();
      },
    });
    const { files, fields } = await read(body as unknown as BodyInit, 60_000, {
      'Content-Type': whole.headers.get('Content-Type')!,
    });
    expect(files.map(({ name, bytes: { bytes: length } }) => [name, length])).toEqual([
      ['a', 20_000],
      ['b', 0],
      ['c', 5],
    ]);
    expect(fields.get('kind')).toBe('x'.repeat(300));
  });

  it.each([11_386, 8_000, 16_000])('comes whole at once, with %i bytes', async (size) => {
    const whole = await new Response(multipart(['a', size], ['b', size])).blob();
    const bytes = Buffer.concat([
      Buffer.from(await whole.arrayBuffer()),
      Buffer.from('more behind'),
    ]);
    const { files } = await read(bytes, 60_000, { 'Content-Type': whole.type });
    expect(files.map(({ bytes: { bytes: length } }) => length)).toEqual([size, size]);
  });

  it('leaves nothing when the body breaks off, in a file or between two', async () => {
    const whole = Buffer.from(
      await new Request('http://x', {
        method: 'POST',
        body: multipart(['a', 200_000], ['b', 200_000]),
      }).arrayBuffer(),
    );
    const boundary = whole.subarray(2, whole.indexOf('\r\n')).toString();
    for (const at of [10, 100, 150_000, 200_150, 200_350, 300_000]) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(whole.subarray(0, at));
          setTimeout(() => controller.error(new AppError('incomplete_body')), 20);
        },
      });
      const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
      const failing = read(body as unknown as BodyInit, 1_000_000, headers);
      await expect(failing).rejects.toMatchObject({ code: 'incomplete_body' });
      expect(onTheWay()).toEqual([]);
    }
  });

  it('holds one file at a time', async () => {
    let open = 0;
    await readUpload(request(multipart(['a', 10], ['b', 10], ['c', 10])), {
      dataDir,
      maxTotalBytes: 1_000,
      onFile: async () => {
        open += 1;
        expect(open).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        open -= 1;
      },
    });
  });

  it('skips a picker in which nothing was picked', async () => {
    const empty = [
      '--x',
      'Content-Disposition: form-data; name="file"; filename=""',
      'Content-Type: application/octet-stream',
      '',
      '',
      '--x--',
      '',
    ].join('\r\n');
    const { files } = await read(empty, 1_000, {
      'Content-Type': 'multipart/form-data; boundary=x',
    });
    expect(files).toEqual([]);
  });

  const parts = (count: number): FormData => {
    const form = new FormData();
    for (let n = 0; n < count; n += 1) form.append(`f${n}`, 'x');
    return form;
  };

  it.each([
    ['a file one byte over', () => read(multipart(['a', maxFileBytes + 1])), 'file_too_large'],
    [
      'eleven files',
      () =>
        read(multipart(...Array.from({ length: 11 }, (_, n) => [`${n}`, 1] as [string, number]))),
      'payload_too_large',
    ],
    ['fifty thousand parts', () => read(parts(50_000)), 'payload_too_large'],
    [
      'a header that is too long between others',
      () =>
        read(
          `--x\r\nX: ${'y'.repeat(20_000)}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n`,
          60_000,
          { 'Content-Type': 'multipart/form-data; boundary=x' },
        ),
      'payload_too_large',
    ],
    [
      'a text of 70 KB',
      () => {
        const form = new FormData();
        form.append('kind', 'x'.repeat(70_000));
        return read(form);
      },
      'payload_too_large',
    ],
    ...['a[999][999]', 'a.b.c.d.e', '__proto__', 'x'.repeat(101), '__intent__'].flatMap((name) =>
      [`name="${name}"`, `name="${name}"; filename="a"`].map((fields) => [
        `a part with ${fields.slice(0, 40)}`,
        () =>
          read(
            `--x\r\nContent-Disposition: form-data; ${fields}\r\n\r\nb\r\n--x--\r\n`,
            1_000,
            multipartType,
          ),
        'malformed_upload',
      ]),
    ),
    [
      'a disposition that cannot be read',
      () =>
        read(
          '--x\r\nContent-Disposition: form-data; name="\r\n\r\nb\r\n--x--\r\n',
          1_000,
          multipartType,
        ),
      'malformed_upload',
    ],
    ['nothing at all', () => read('', 1_000, multipartType), 'malformed_upload'],
    [
      'a part without a name',
      () =>
        read('--x\r\nContent-Disposition: form-data\r\n\r\nb\r\n--x--\r\n', 1_000, multipartType),
      'malformed_upload',
    ],
    [
      'half a file',
      () =>
        read(
          '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nhalf',
          1_000,
          multipartType,
        ),
      'malformed_upload',
    ],
    [
      'more than the whole may be',
      () => read(multipart(['a', 600], ['b', 600]), 1_000),
      'payload_too_large',
    ],
    [
      'no multipart',
      () => read('{}', 1_000, { 'Content-Type': 'application/json' }),
      'unsupported_media_type',
    ],
    [
      'no boundary',
      () => read('x', 1_000, { 'Content-Type': 'multipart/form-data' }),
      'malformed_upload',
    ],
    [
      'half a part',
      () =>
        read('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf', 1_000, {
          'Content-Type': 'multipart/form-data; boundary=x',
        }),
      'malformed_upload',
    ],
    [
      'a header without end',
      () =>
        read(`--x\r\nX: ${'y'.repeat(9_000)}`, 60_000, {
          'Content-Type': 'multipart/form-data; boundary=x',
        }),
      'payload_too_large',
    ],
  ] as Array<[string, () => Promise<unknown>, string]>)(
    'refuses %s',
    async (_name, attempt, code) => {
      await expect(attempt()).rejects.toMatchObject({ code });
    },
  );

  it('passes on what the receiver throws', async () => {
    const failing = readUpload(request(multipart(['a', 1])), {
      dataDir,
      maxTotalBytes: 1_000,
      onFile: () => Promise.reject(new Error('mine')),
    });
    await expect(failing).rejects.toThrow('mine');
  });
});
