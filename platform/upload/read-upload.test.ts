import { describe, expect, it } from 'vitest';
import { maxFileBytes, readUpload, type UploadedFile } from './read-upload.server';

const request = (body: BodyInit, headers?: HeadersInit): Request =>
  new Request('http://localhost/upload', { method: 'POST', body, headers });

function multipart(...files: Array<[name: string, bytes: number]>): FormData {
  const form = new FormData();
  for (const [name, bytes] of files) form.append('file', new File([new Uint8Array(bytes)], name));
  return form;
}

async function read(body: BodyInit, maxTotalBytes = 60_000_000, headers?: HeadersInit) {
  const files: UploadedFile[] = [];
  const fields = await readUpload(request(body, headers), {
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
    expect(files.map(({ field, name, bytes }) => [field, name, bytes.length])).toEqual([
      ['file', 'a.jpg', 3],
      ['file', '../../b', maxFileBytes],
    ]);
    expect(fields.get('kind')).toBe('photo');
  });

  it('holds one file at a time', async () => {
    let open = 0;
    await readUpload(request(multipart(['a', 10], ['b', 10], ['c', 10])), {
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
      maxTotalBytes: 1_000,
      onFile: () => Promise.reject(new Error('mine')),
    });
    await expect(failing).rejects.toThrow('mine');
  });
});
