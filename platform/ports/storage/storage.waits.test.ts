import { randomBytes } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeS3, type FakeS3 } from '../../../tests/kit/fake-s3';
import { newId } from '../../base/ids';
import type { Storage } from '../storage';
import { diskStorage } from './disk.server';
import { s3Storage } from './s3.server';

let root: string;
let s3: FakeS3;
const stores: Record<string, () => Storage> = {
  disk: () => diskStorage(path.join(root, 'files')),
  s3: () => bucketAt(s3.endpoint),
};
const bucketAt = (endpoint: string, more: { blocksPublicAccess?: boolean } = {}): Storage =>
  s3Storage({
    bucket: 'photos',
    region: 'eu-central-1',
    endpoint,
    credentials: { accessKeyId: 'fake', secretAccessKey: 'fake' },
    ...more,
  });

beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.close());
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'storage-'));
  s3.objects.clear();
  s3.failWith = null;
  return () => rm(root, { recursive: true, force: true });
});

const keysOf = async (store: Storage, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
};

describe.each(Object.keys(stores))('the store %s', (name) => {
  const open = (): Storage => stores[name]!();

  it('gives back what it was given, from a buffer and from a stream', async () => {
    const store = open();
    const [one, two] = [`photo/${newId()}/full`, `photo/${newId()}`];
    expect(await store.put(one, Buffer.from('abc'), 'image/jpeg')).toEqual({ bytes: 3 });
    expect(
      await store.put(two, Readable.from([Buffer.from('de'), Buffer.from('f')]), 'image/jpeg'),
    ).toEqual({ bytes: 3 });
    const found = await store.get(one);
    expect(found?.bytes).toBe(3);
    expect(String(await buffer(found!.body))).toBe('abc');
    expect(String(await buffer((await store.get(two))!.body))).toBe('def');
  });

  it('takes a file of this machine, and leaves it where it is', async () => {
    const store = open();
    const file = path.join(root, 'upload');
    const content = randomBytes(300_000);
    await writeFile(file, content, { mode: 0o644 });
    const key = `document/${newId()}`;
    expect(await store.put(key, { path: file }, 'application/pdf')).toEqual({ bytes: 300_000 });
    expect((await readFile(file)).equals(content)).toBe(true);
    await rm(file);
    expect((await buffer((await store.get(key))!.body)).equals(content)).toBe(true);
    await writeFile(file, 'other');
    await expect(store.put(key, { path: file }, 'application/pdf')).rejects.toThrow();
    expect((await buffer((await store.get(key))!.body)).equals(content)).toBe(true);
    await expect(
      store.put(`document/${newId()}`, { path: `${file}-absent` }, 'application/pdf'),
    ).rejects.toThrow();
  });

  it('knows what is not there', async () => {
    const store = open();
    await store.put(`photo/${newId()}`, Buffer.from('x'), 'image/jpeg');
    const absent = `photo/${newId()}/full`;
    expect(await store.get(absent)).toBeNull();
    await expect(store.remove(absent)).resolves.toBeUndefined();
  });

  it('overwrites nothing', async () => {
    const store = open();
    const key = `photo/${newId()}/full`;
    await store.put(key, Buffer.from('first'), 'image/jpeg');
    await expect(store.put(key, Buffer.from('second'), 'image/jpeg')).rejects.toThrow();
    expect(String(await buffer((await store.get(key))!.body))).toBe('first');
  });

  it('removes, and lists what is left with its age', async () => {
    const store = open();
    const keys = Array.from({ length: 5 }, () => `photo/${newId()}/thumb`).sort();
    for (const key of keys) await store.put(key, Buffer.from('x'), 'image/jpeg');
    await store.put(`document/${newId()}`, Buffer.from('x'), 'application/pdf');
    await store.remove(keys[0]!);
    expect(await keysOf(store, 'photo')).toEqual(keys.slice(1));
    for await (const { modifiedAt } of store.list('photo'))
      expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it.each([
    '../../etc/passwd',
    'photo/../x',
    'photo/CON',
    '/etc/passwd',
    `photo/${newId()}/..`,
    '',
    `photo/${newId()}\0`,
  ])('refuses the key %j', async (key) => {
    const store = open();
    await expect(store.put(key, Buffer.from('x'), 'image/jpeg')).rejects.toThrow(
      'not a storage key',
    );
    await expect(store.get(key)).rejects.toThrow();
    await expect((async () => store.remove(key))()).rejects.toThrow('not a storage key');
  });

  it('passes its own check, which writes nothing', async () => {
    const there = async () => [...s3.objects.keys(), ...(await readdir(root, { recursive: true }))];
    const before = await there();
    await open().check();
    expect(await there()).toEqual(before);
  });

  it.each([0, 10])('keeps nothing of a body that broke off after %i ms', async (after) => {
    const store = open();
    const broken = new PassThrough();
    broken.write('half');
    const key = `photo/${newId()}/full`;
    const put = store.put(key, broken, 'image/jpeg');
    if (after) setTimeout(() => broken.destroy(new Error('cut')), after);
    else broken.destroy(new Error('cut'));
    await expect(put).rejects.toThrow('cut');
    expect(await store.get(key).catch(() => null)).toBeNull();
    expect(await keysOf(store, 'photo')).toEqual([]);
  });
});

describe('the disk', () => {
  const files = (): string => path.join(root, 'files');

  it('keeps files and folders to itself', async () => {
    const id = newId();
    await diskStorage(files()).put(`photo/${id}/full`, Buffer.from('x'), 'image/jpeg');
    const mode = async (...parts: string[]): Promise<number> =>
      (await stat(path.join(files(), ...parts))).mode & 0o777;
    expect(await mode()).toBe(0o700);
    expect(await mode('photo', id)).toBe(0o700);
    expect(await mode('photo', id, 'full')).toBe(0o600);
    expect(await readdir(path.join(files(), 'tmp'))).toEqual([]);
  });

  it('says unavailable when its folder is gone or is no folder', async () => {
    await writeFile(files(), 'in the way');
    const store = diskStorage(files());
    const key = `photo/${newId()}/full`;
    await expect(store.put(key, Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
    await rm(files());
    await expect(store.get(key)).rejects.toMatchObject({ code: 'unavailable' });
    await mkdir(files());
    await store.check();
  });

  it.skipIf(process.getuid?.() === 0)('says unavailable on a read-only folder', async () => {
    await mkdir(files());
    await chmod(files(), 0o500);
    await expect(diskStorage(files()).check()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('says when it is full, and leaves nothing half', async () => {
    const store = diskStorage(files());
    const full = new PassThrough();
    full.destroy(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    await expect(store.put(`photo/${newId()}/full`, full, 'image/jpeg')).rejects.toMatchObject({
      code: 'storage_full',
    });
    expect(await readdir(path.join(files(), 'tmp'))).toEqual([]);
  });

  it('lists what an earlier process left unfinished', async () => {
    const id = newId();
    const store = diskStorage(files());
    await mkdir(path.join(files(), 'tmp'), { recursive: true });
    await writeFile(path.join(files(), 'tmp', id), 'half');
    expect(await keysOf(store, 'tmp')).toEqual([`tmp/${id}`]);
    await store.remove(`tmp/${id}`);
    expect(await keysOf(store, 'tmp')).toEqual([]);
  });

  it('goes on reading an open object after the folder moved', async () => {
    const id = newId();
    const store = diskStorage(files());
    await store.put(`photo/${id}/full`, Buffer.from('x'), 'image/jpeg');
    const { body } = (await store.get(`photo/${id}/full`))!;
    await rename(files(), `${files()}-moved`);
    expect(String(await buffer(body))).toBe('x');
    expect(String(await readFile(path.join(`${files()}-moved`, 'photo', id, 'full')))).toBe('x');
  });
});

describe('the bucket', () => {
  it.each([
    [true, true],
    [false, false],
    [null, false],
  ])('that blocks public access: %s is used: %s', async (blocks, used) => {
    s3.blocksPublicAccess = blocks;
    const store = bucketAt(s3.endpoint, { blocksPublicAccess: true });
    await (used
      ? expect(store.check()).resolves.toBeUndefined()
      : expect(store.check()).rejects.toMatchObject({ code: 'unavailable' }));
    s3.blocksPublicAccess = null;
  });

  it('is asked to encrypt, and never for a public object', async () => {
    const key = `photo/${newId()}/full`;
    await stores.s3!().put(key, Buffer.from('x'), 'image/jpeg');
    const { headers } = s3.objects.get(key)!;
    expect(headers['x-amz-server-side-encryption']).toBe('AES256');
    expect(headers['x-amz-acl']).toBeUndefined();
    expect(headers['content-type']).toBe('image/jpeg');
  });

  it("knows its own try again whose answer was lost, and nobody else's object", async () => {
    const store = stores.s3!();
    const file = path.join(root, 'lost');
    await writeFile(file, 'x');
    for (const body of [Buffer.from('x'), { path: file }]) {
      const key = `photo/${newId()}/full`;
      s3.losesAnswers = 1;
      expect(await store.put(key, body, 'image/jpeg')).toEqual({ bytes: 1 });
      expect(s3.losesAnswers).toBe(0);
      await expect(store.put(key, body, 'image/jpeg')).rejects.toThrow('the object exists');
    }
  });

  it.each([301, 302, 307, 308])('goes nowhere on %s', async (status) => {
    const asked: string[] = [];
    const server = createServer((req, res) => {
      asked.push(req.url!);
      res.writeHead(status, { Location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const store = bucketAt(`http://127.0.0.1:${port}`);
    await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.get(`photo/${newId()}/full`)).rejects.toMatchObject({ code: 'unavailable' });
    server.close();
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.filter((url) => url.startsWith('/elsewhere'))).toEqual([]);
  });

  it.each([500, 503, 403, 0])(
    'says unavailable on %s after at most three tries',
    async (status) => {
      const store = stores.s3!();
      s3.failWith = status;
      const file = path.join(root, 'upload');
      await writeFile(file, 'x');
      for (const attempt of [
        () => store.put(`photo/${newId()}/full`, { path: file }, 'image/jpeg'),
        () => store.put(`photo/${newId()}/full`, Buffer.from('x'), 'image/jpeg'),
        () => store.get(`photo/${newId()}/full`),
        () => store.check(),
        () => keysOf(store, 'photo'),
      ]) {
        s3.requests = 0;
        await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
        expect(s3.requests).toBeLessThanOrEqual(3);
      }
      s3.failWith = null;
      await store.check();
    },
  );
});
