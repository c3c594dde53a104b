import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeS3, type FakeS3 } from '../../../tests/kit/fake-s3';
import { testEnv } from '../../../tests/kit/services';
import { openPlace, within, type Place } from '../places';
import { faultOfPlace } from './address';

const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-place-'));
const stores: FakeS3[] = [];
const places: Record<string, Place> = {};
beforeAll(async () => {
  const env = async () => {
    const store = await startFakeS3();
    stores.push(store);
    return testEnv('postgres://nowhere', folder, {
      S3_ENDPOINT: store.endpoint,
      S3_REGION: 'eu',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
  };
  places.folder = openPlace(await env(), path.join(folder, 'place'));
  places.bucket = openPlace(await env(), 's3://bucket/some/prefix/');
  places['whole bucket'] = openPlace(await env(), 's3://other');
});
afterAll(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const namesOf = async (place: Place, prefix: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const name of place.names(prefix)) found.push(name);
  return found.sort();
};

describe.each(['folder', 'bucket', 'whole bucket'])('a place in a %s', (kind) => {
  it('keeps what was written under its name, and never another in its place', async () => {
    const place = places[kind]!;
    expect(await place.read('a/one.txt')).toBeNull();
    expect(await namesOf(place, '')).toEqual([]);
    await place.write('a/one.txt', Buffer.from('1'));
    await place.write('a/b/two', Buffer.from('2'));
    await place.write('c/three', Buffer.alloc(0));
    expect((await place.read('a/one.txt'))!.toString()).toBe('1');
    expect(await place.read('c/three')).toHaveLength(0);
    await expect(place.write('a/one.txt', Buffer.from('x'))).rejects.toThrow();
    expect((await place.read('a/one.txt'))!.toString()).toBe('1');
    expect(await namesOf(place, '')).toEqual(['a/b/two', 'a/one.txt', 'c/three']);
    expect(await namesOf(place, 'a/')).toEqual(['a/b/two', 'a/one.txt']);
  });

  it('has places within it', async () => {
    const inner = within(places[kind]!, 'inner');
    await inner.write('x/y', Buffer.from('z'));
    expect(await namesOf(inner, 'x/')).toEqual(['x/y']);
    expect((await places[kind]!.read('inner/x/y'))!.toString()).toBe('z');
  });

  it.each(['../x', '/etc/passwd', 'a//b', '.hidden', 'a/../../b', ''])('refuses %j', (name) =>
    expect(places[kind]!.write(name, Buffer.from('x'))).rejects.toThrow('not a name of ours'),
  );
});

it('is a folder, or a bucket with or without a prefix', () => {
  for (const fine of ['backups', '/var/backups', 's3://bucket', 's3://bucket/a/b'])
    expect(faultOfPlace(fine)).toBeNull();
  for (const wrong of ['s3:bucket', 's3://', 's3:///x']) expect(faultOfPlace(wrong)).not.toBeNull();
});
