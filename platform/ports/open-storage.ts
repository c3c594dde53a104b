import path from 'node:path';
import type { Env } from '../env';
import type { Storage } from './storage';
import { diskStorage } from './storage/disk.server';
import { s3Storage } from './storage/s3.server';

/** The store that the settings name: a folder of `DATA_DIR`, or a bucket. */
export function openStorage(env: Env): Storage {
  if (env.STORAGE_PROVIDER === 'disk') return diskStorage(path.resolve(env.DATA_DIR, 'files'));
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return s3Storage({
    bucket: env.S3_BUCKET!,
    region: env.S3_REGION!,
    endpoint: env.S3_ENDPOINT,
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  });
}
