const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*?))?\/*$/;

/** What is wrong with the address of a place; null when nothing is. */
export const faultOfPlace = (address: string): string | null =>
  address.startsWith('s3:') && !bucketAddress.test(address)
    ? 'must be a folder or s3://bucket/prefix'
    : null;

/** Bucket and prefix of an address; null for that of a folder. */
export function bucketOf(address: string): { bucket: string; prefix: string } | null {
  const [, bucket, prefix = ''] = bucketAddress.exec(address) ?? [];
  return bucket === undefined ? null : { bucket, prefix };
}
