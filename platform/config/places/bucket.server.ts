import type { S3Client } from '@aws-sdk/client-s3';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { checkedName, type Place } from './place';

interface BucketOptions {
  readonly bucket: string;
  /** Without slashes at its ends; may be empty. */
  readonly prefix: string;
  readonly region: string;
  /** AWS itself when absent. */
  readonly endpoint?: string;
  /** Absent: the machine's own role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

type Sdk = typeof import('@aws-sdk/client-s3');

const nameOf = (error: unknown): string => (error as { name?: string } | null)?.name ?? '';

/** Objects below a prefix of a bucket. The library is loaded when it is first used. */
export function bucketPlace(address: string, options: BucketOptions): Place {
  const { bucket: Bucket, prefix } = options;
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const open = () => (opened ??= connect(options));
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name);
  return {
    address,
    write: async (name, Body) => {
      const { sdk, client } = await open();
      const Key = keyOf(checkedName(name));
      const put = { Bucket, Key, Body, ServerSideEncryption: 'AES256', IfNoneMatch: '*' } as const;
      await client.send(new sdk.PutObjectCommand(put));
    },
    read: async (name) => {
      const { sdk, client } = await open();
      try {
        const found = await client.send(
          new sdk.GetObjectCommand({ Bucket, Key: keyOf(checkedName(name)) }),
        );
        return await buffer(found.Body as Readable);
      } catch (error) {
        if (nameOf(error) === 'NoSuchKey') return null;
        throw error;
      }
    },
    names: async function* (below) {
      const { sdk, client } = await open();
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({ Bucket, Prefix: keyOf(below), ContinuationToken }),
        );
        for (const { Key } of page.Contents ?? [])
          if (Key) yield prefix ? Key.slice(prefix.length + 1) : Key;
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

async function connect({ region, endpoint, credentials }: BucketOptions) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    ...(credentials ? { credentials } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    maxAttempts: 5,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
    },
  });
  return { sdk, client };
}
