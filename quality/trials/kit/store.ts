import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Storage } from '#platform/ports/storage';
import { s3Storage } from '#platform/ports/storage/s3.server';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { startFakeS3 } from '../../../tests/kit/fake-s3';
import { run } from './programs';

/** An S3 that the product's files are kept in. */
export interface Store {
  /** Which one, in words. */
  readonly what: string;
  readonly endpoint: string;
  /** What the product is told of it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The product's own client of it. */
  readonly client: Storage;
  close(): Promise<void>;
}

const version = '3.7.1';
const bucket = 'clinic-files';
/** The one pair that it knows. It asks for signatures by it and does not calculate them again. */
const key = 'S3RVER';

/**
 * The program of s3rver, an S3 server on disk by others. It is no dependency of the project: nobody maintains it, and it
 * brings old packages. The first trial that needs it installs it below `.cache`. @returns why not where it can't be had
 */
export async function s3Program(): Promise<{ program: string } | { missing: string }> {
  const folder = path.resolve('.cache/trials', `s3rver-${version}`);
  const program = path.join(folder, 'node_modules/s3rver/bin/s3rver.js');
  if (existsSync(program)) return { program };
  mkdirSync(path.dirname(folder), { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  try {
    writeFileSync(path.join(made, 'package.json'), '{"private":true}');
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    const words = ['install', '--prefix', made, '--save-exact', ...quiet, `s3rver@${version}`];
    const { code, said } = await run('npm', words, 180);
    if (code !== 0) return { missing: said.split('\n')[0] || 'npm did not answer in time' };
    // Another trial may have been faster.
    if (!existsSync(folder)) renameSync(made, folder);
    return { program };
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** s3rver as a process of its own, with its files below `folder`; the store of the tests where it can't be had. */
export async function startStore(folder: string): Promise<Store> {
  const found = await s3Program();
  if ('program' in found) return startS3rver(found.program, path.join(folder, 'store'));
  const { endpoint, close } = await startFakeS3();
  return told({ what: `the store of the tests (s3rver: ${found.missing})`, endpoint, close });
}

async function startS3rver(program: string, directory: string): Promise<Store> {
  const port = await freePort();
  const at = ['--directory', directory, '--address', '127.0.0.1', '--port', String(port)];
  const words = [...at, '--silent', '--no-vhost-buckets', '--configure-bucket', bucket];
  // A list of more than it was asked for ends with a token that it makes with DES, which OpenSSL 3 no longer does by itself.
  const child = spawn(process.execPath, ['--openssl-legacy-provider', program, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const close = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.kill('SIGKILL')) await ended;
  };
  const store = told({ what: `s3rver ${version}`, endpoint: `http://127.0.0.1:${port}`, close });
  for (const late = performance.now() + 30_000; ; await pause(200)) {
    const answers = await store.client.check().then(
      () => true,
      () => false,
    );
    if (answers) return store;
    if (child.exitCode !== null || performance.now() > late) {
      await close();
      throw new Error('s3rver does not answer');
    }
  }
}

function told(of: Pick<Store, 'what' | 'endpoint' | 'close'>): Store {
  const { endpoint } = of;
  return {
    ...of,
    settings: {
      STORAGE_PROVIDER: 's3',
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: key,
      S3_SECRET_ACCESS_KEY: key,
    },
    client: s3Storage({
      ...{ bucket, region: 'us-east-1', endpoint },
      credentials: { accessKeyId: key, secretAccessKey: key },
    }),
  };
}
