import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetPublicAccessBlockCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { Transform, type Readable } from 'node:stream';
import { AppError } from '../../base/errors';
import { newId } from '../../base/ids';
import { isFileOnDisk, type Storage, type StoredBody } from '../storage';
import { checkedKey } from './key';

export interface S3Options {
  bucket: string;
  region: string;
  /** For S3-compatible stores; AWS itself when absent. */
  endpoint?: string;
  /** Absent: the SDK's own chain (instance role, shared file). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Whether the store knows Block Public Access and must have it on. AWS does; most others do not. */
  blocksPublicAccess?: boolean;
}

const tries = 3;

const nameOf = (error: unknown): string => (error as { name?: string } | null)?.name ?? '';
const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode ?? 0;

/** Everything the store answers in anger means the same to a person: not now. */
const unavailable = (): AppError => new AppError('unavailable');

/**
 * Objects in a private bucket. There are no signed addresses: bytes go through the application after its
 * access check. Encrypted by the store, never overwritten, three tries with backoff; each object says which put it is
 * from, so that a try whose answer was lost is known again by the next.
 */
export function s3Storage(options: S3Options): Storage {
  const { bucket: Bucket, blocksPublicAccess = !options.endpoint } = options;
  const client = clientFor(options);

  async function put(
    key: string,
    body: StoredBody,
    contentType: string,
  ): Promise<{ bytes: number }> {
    const Key = checkedKey(key);
    const { bytes, send } = await sendable(body);
    const put = newId();
    try {
      await send((Body) =>
        client.send(
          new PutObjectCommand({
            Bucket,
            Key,
            Body,
            ContentLength: bytes,
            ContentType: contentType,
            ServerSideEncryption: 'AES256',
            IfNoneMatch: '*',
            Metadata: { put },
          }),
        ),
      );
      return { bytes };
    } catch (error) {
      if (statusOf(error) !== 412) throw refusalOf(error);
      if ((await putOf(client, { Bucket, Key })) === put) return { bytes };
      throw new Error('the object exists', { cause: error });
    }
  }

  async function get(key: string): Promise<{ body: Readable; bytes: number } | null> {
    try {
      const found = await client.send(new GetObjectCommand({ Bucket, Key: checkedKey(key) }));
      return { body: found.Body as Readable, bytes: found.ContentLength ?? 0 };
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return null;
      throw unavailable();
    }
  }

  const remove = async (key: string): Promise<void> => {
    await client
      .send(new DeleteObjectCommand({ Bucket, Key: checkedKey(key) }))
      .catch(() => Promise.reject(unavailable()));
  };

  return {
    put,
    get,
    remove,
    list: (prefix) => listAll(client, Bucket, prefix),
    check: async () => {
      if (blocksPublicAccess) await refusePublicBucket(client, Bucket);
      await client
        .send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }))
        .catch(() => Promise.reject(unavailable()));
    },
  };
}

const refusalOf = (error: unknown): AppError =>
  nameOf(error) === 'QuotaExceeded' ? new AppError('storage_full') : unavailable();

/** Which put an object is from. */
async function putOf(
  client: S3Client,
  object: { Bucket: string; Key: string },
): Promise<string | undefined> {
  const head = await client
    .send(new HeadObjectCommand(object))
    .catch(() => Promise.reject(unavailable()));
  return head.Metadata?.put;
}

type Send = (request: (body: Buffer | Readable) => Promise<unknown>) => Promise<void>;

/** Bytes in memory the client repeats by itself; a file is opened anew for each try. */
async function sendable(body: StoredBody): Promise<{ bytes: number; send: Send }> {
  if (isFileOnDisk(body)) {
    const { size } = await stat(body.path);
    return { bytes: size, send: (request) => sendFile(body.path, request) };
  }
  const whole = Buffer.isBuffer(body) ? body : await buffer(body);
  return { bytes: whole.length, send: async (request) => void (await request(whole)) };
}

async function sendFile(file: string, request: (body: Readable) => Promise<unknown>) {
  for (let attempt = 1; ; attempt += 1) {
    const body = createReadStream(file);
    try {
      return void (await request(body));
    } catch (error) {
      const status = statusOf(error);
      if (attempt === tries || (status >= 400 && status < 500)) throw error;
      await pause(100 * 2 ** attempt);
    } finally {
      body.destroy();
    }
  }
}

/** The most that is read of an answer which is no object, in bytes and milliseconds; a full page of a list has 400 kB. */
const answerLimit = { bytes: 4 << 20, time: 15_000 };
/** Pages of a list, of a thousand objects each. */
const mostPages = 100_000;

interface Answered {
  response: unknown;
}
type Next = (given: never) => Promise<Answered>;

/**
 * The SDK reads an answer whole before it looks at it, however long it is and however slowly it comes. Only an object is
 * handed on as it arrives.
 */
const boundAnswer =
  (next: Next, { commandName }: { commandName?: string }) =>
  async (given: never): Promise<Answered> => {
    const answered = await next(given);
    const response = answered.response as { statusCode: number; body?: Readable };
    const isObject = commandName === 'GetObjectCommand' && response.statusCode < 300;
    if (response.body && !isObject) response.body = bounded(response.body);
    return answered;
  };

function bounded(body: Readable): Readable {
  let left = answerLimit.bytes;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(left < 0 ? new Error('the answer is too long') : null, chunk);
    },
  });
  const late = setTimeout(
    () => counter.destroy(new Error('the answer is too slow')),
    answerLimit.time,
  );
  counter.once('close', () => {
    clearTimeout(late);
    body.destroy();
  });
  body.once('error', (error: Error) => counter.destroy(error));
  return body.pipe(counter);
}

const silent = (): void => undefined;
const quiet = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };

function clientFor(options: S3Options): S3Client {
  const client = new S3Client(clientConfig(options));
  client.middlewareStack.add(boundAnswer as never, { step: 'deserialize', priority: 'low' });
  return client;
}

const clientConfig = ({ region, endpoint, credentials }: S3Options): S3ClientConfig => ({
  region,
  ...(credentials ? { credentials } : {}),
  ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  maxAttempts: tries,
  // It would write lines of its own to the console; what fails is reported by our errors.
  logger: quiet,
  // Stores other than AWS do not all know the newer checksums.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
});

/** A bucket that could be opened to the public is not used (Block Public Access must be on in full). */
async function refusePublicBucket(client: S3Client, Bucket: string): Promise<void> {
  const answer = await client
    .send(new GetPublicAccessBlockCommand({ Bucket }))
    .catch(() => undefined);
  const block = answer?.PublicAccessBlockConfiguration;
  const closed =
    block?.BlockPublicAcls &&
    block.BlockPublicPolicy &&
    block.IgnorePublicAcls &&
    block.RestrictPublicBuckets;
  if (!closed) throw unavailable();
}

async function* listAll(
  client: S3Client,
  Bucket: string,
  prefix: string,
): AsyncGenerator<{ key: string; modifiedAt: Date }> {
  let ContinuationToken: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await client
      .send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }))
      .catch(() => Promise.reject(unavailable()));
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key && LastModified) yield { key: Key, modifiedAt: LastModified };
    const { NextContinuationToken: following } = page;
    if (!following) return;
    // A store that names the same page again would keep a sweep for ever.
    if (following === ContinuationToken || pages === mostPages) throw unavailable();
    ContinuationToken = following;
  }
}
