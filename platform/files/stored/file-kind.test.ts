import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pgTable, text as column } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors';
import type { Ctx } from '../../context';
import { dropFiles, openFile, removeFiles, storeFiles } from './file-kind.server';

const table = pgTable('some', { storageKey: column('storage_key') });
const single = { table, prefix: 'single' };
const sized = { table, prefix: 'sized', sizes: ['thumb', 'full'] };

const stored = new Map<string, Buffer>();
/** Keys that the store does not remove. */
const stuck = new Set<string>();
const storage = {
  put: async (key: string, { path: file }: { path: string }) =>
    void stored.set(key, await readFile(file)),
  get: (key: string) => {
    const bytes = stored.get(key);
    return Promise.resolve(bytes ? { body: Readable.from(bytes), bytes: bytes.length } : null);
  },
  remove: (key: string) =>
    stuck.has(key) ? Promise.reject(new Error('away')) : Promise.resolve(stored.delete(key)),
};
const ctx = { services: { ports: { storage } } } as unknown as Ctx;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stored-'));
  for (const name of ['picture', 'thumb', 'full']) await writeFile(path.join(folder, name), name);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  stored.clear();
  stuck.clear();
});

const key = /^(single|sized)\/[0-9a-f-]{36}$/;
const keep = (storageKey: string) => Promise.resolve({ storageKey });

describe('files of a row', () => {
  it('are stored under one new key, and opened in full when no size is asked for', async () => {
    const one = await storeFiles(ctx, single, { folder, file: 'picture' }, keep);
    const many = await storeFiles(ctx, sized, { folder }, keep);
    expect(one.storageKey).toMatch(key);
    expect([...stored.keys()]).toEqual([
      one.storageKey,
      `${many.storageKey}/thumb`,
      `${many.storageKey}/full`,
    ]);
    const opened = await openFile(ctx, sized, many, { name: 'a.jpg' });
    expect(opened).toMatchObject({ bytes: 4, type: 'image/jpeg', name: 'a.jpg', inline: true });
    expect(await text(opened.body)).toBe('full');
    const thumb = await openFile(ctx, sized, many, { name: '', size: 'thumb' });
    expect(await text(thumb.body)).toBe('thumb');
    const plain = await openFile(ctx, single, one, { name: '', type: 'text/plain' });
    expect(plain.inline).toBe(false);
  });

  it('leave the store when their row is refused, and stay when nobody knows whether it is there', async () => {
    const refuse = (error: Error) =>
      storeFiles(ctx, sized, { folder }, () => Promise.reject(error)).catch((thrown) => thrown);
    const refused = new AppError('validation_failed');
    expect(await refuse(refused)).toBe(refused);
    expect(stored.size).toBe(0);
    const lost = new Error('Connection terminated');
    expect(await refuse(lost)).toBe(lost);
    expect(stored.size).toBe(2);
  });

  it('are all removed, or say what stays', async () => {
    const [one, two] = [
      await storeFiles(ctx, sized, { folder }, keep),
      await storeFiles(ctx, sized, { folder }, keep),
    ];
    stuck.add(`${one.storageKey}/thumb`);
    await expect(removeFiles(ctx, sized, one)).rejects.toThrow('away');
    const left: unknown[] = [];
    await dropFiles(ctx, sized, [one, two], (error) => left.push(error));
    expect(left).toHaveLength(1);
    expect([...stored.keys()]).toEqual([`${one.storageKey}/thumb`, `${one.storageKey}/full`]);
    await dropFiles(ctx, sized, [one]);
    await expect(openFile(ctx, sized, two, { name: '' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(openFile(ctx, sized, null, { name: '' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
