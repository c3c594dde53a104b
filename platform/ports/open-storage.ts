import path from 'node:path';
import type { Env } from '../config/env';
import type { Storage } from './storage';
import { diskStorage } from './storage/disk.server';
import type { S3Options } from './storage/s3.server';

/** The store that the settings name: a folder of `DATA_DIR`, or a bucket, whose library is loaded when it is first used. */
export function openStorage(env: Env): Storage {
  if (env.STORAGE_PROVIDER === 'disk') return diskStorage(path.resolve(env.DATA_DIR, 'files'));
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const options: S3Options = {
    bucket: env.S3_BUCKET!,
    region: env.S3_REGION!,
    endpoint: env.S3_ENDPOINT,
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  };
  return storageOf(async () => (await import('./storage/s3.server')).s3Storage(options));
}

function storageOf(open: () => Promise<Storage>): Storage {
  let opened: Promise<Storage> | undefined;
  const store = () => (opened ??= open());
  return {
    put: async (...object) => (await store()).put(...object),
    get: async (key) => (await store()).get(key),
    remove: async (key) => (await store()).remove(key),
    list: async function* (prefix) {
      yield* (await store()).list(prefix);
    },
    check: async () => (await store()).check(),
  };
}
