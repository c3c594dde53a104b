import type { Env } from '../../config/env';
import { bucketOf } from '../../config/places/address';
import { regionOf } from '../../config/places';
import { addressOf, addressOfUrl } from './address';

/** The store's endpoint, or Amazon's names of each bucket that the settings name; nobody where all lies on disk. */
export function storeAddresses(env: Env): string[] {
  const buckets = bucketsOf(env);
  if (buckets.length === 0) return [];
  const role = env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY ? [] : roleAddresses(env);
  const store = env.S3_ENDPOINT ? [addressOfUrl(env.S3_ENDPOINT)] : amazon(env, 's3', buckets);
  return [...store, ...role];
}

const bucketsOf = ({ STORAGE_PROVIDER, S3_BUCKET, ERASURE_LIST }: Env): string[] =>
  [STORAGE_PROVIDER === 's3' ? S3_BUCKET : undefined, bucketOf(ERASURE_LIST ?? '')?.bucket].filter(
    (bucket) => bucket !== undefined,
  );

/** A service of Amazon's in the region, and within it the names that begin with a bucket's. */
function amazon(env: Env, service: string, buckets: readonly string[] = []): string[] {
  const region = regionOf(env);
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const host = `${service}.${region}.${domain}`;
  return [host, ...buckets.map((bucket) => `${bucket}.${host}`)].map((name) =>
    addressOf(name, 443),
  );
}

/** Where the machine's own role is asked for, of which the SDK tries one after the other: machine, task, pod, token. */
const roleAddresses = (env: Env): string[] => [
  ...['169.254.169.254', 'fd00:ec2::254', '169.254.170.2', '169.254.170.23', 'fd00:ec2::23'].map(
    (host) => addressOf(host, 80),
  ),
  ...amazon(env, 'sts'),
];
