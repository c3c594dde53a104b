import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxFileBytes, readUpload } from './read-upload.server';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'uploads-'));
});
afterAll(() => {
  expect(readdirSync(path.join(dataDir, 'incoming'))).toEqual([]);
  rmSync(dataDir, { recursive: true });
});

const request = (body: FormData): Request =>
  new Request('http://localhost/upload', { method: 'POST', body });

function multipart(...files: Array<[name: string, bytes: number]>): FormData {
  const form = new FormData();
  for (const [name, bytes] of files) form.append('file', new File([new Uint8Array(bytes)], name));
  return form;
}

const parts = (count: number): FormData => {
  const form = new FormData();
  for (let n = 0; n < count; n += 1) form.append(`f${n}`, 'x');
  return form;
};

describe('the upload of a whole form', () => {
  it('passes over what is too large or one too many where it is asked to, and reads all else', async () => {
    const form = multipart(['a', 3], ['large', maxFileBytes + 70_000], ['b', 4]);
    for (let n = 3; n < 12; n += 1) form.append('file', new File(['x'], `f${n}`));
    form.append('kind', 'photo');
    const taken: string[] = [];
    const passedOver: unknown[] = [];
    const fields = await readUpload(request(form), {
      dataDir,
      maxTotalBytes: 60_000_000,
      onFile: async ({ name }) => void taken.push(name),
      onPassedOver: ({ name }, { code }) => passedOver.push([name, code]),
    });
    expect(taken).toEqual(['a', 'b', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9']);
    expect(passedOver).toEqual([
      ['large', 'file_too_large'],
      ['f10', 'payload_too_large'],
      ['f11', 'payload_too_large'],
    ]);
    expect(fields.get('kind')).toBe('photo');
    const over = readUpload(request(multipart(['a', 600], ['b', 600])), {
      dataDir,
      maxTotalBytes: 1_000,
      onFile: () => Promise.resolve(),
      onPassedOver: () => undefined,
    });
    await expect(over).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it('takes as many fields of text as a form says that it has', async () => {
    const many = (maxTextFields: number) =>
      readUpload(request(parts(80)), {
        dataDir,
        maxTotalBytes: 60_000,
        onFile: () => Promise.resolve(),
        maxTextFields,
      });
    expect([...(await many(80)).keys()]).toHaveLength(80);
    await expect(many(60)).rejects.toMatchObject({ code: 'payload_too_large' });
  });
});
