import path from 'node:path';
import { bucketOf } from './places/address';
import { bucketPlace } from './places/bucket.server';
import { folderPlace } from './places/folder.server';
import type { Place } from './places/place';

export type { Place } from './places/place';

/** The settings of the store, whose buckets these are. */
interface StoreSettings {
  readonly S3_REGION?: string;
  readonly S3_ENDPOINT?: string;
  readonly S3_ACCESS_KEY_ID?: string;
  readonly S3_SECRET_ACCESS_KEY?: string;
}

/** Where buckets lie. */
export const regionOf = ({ S3_REGION = 'us-east-1' }: StoreSettings): string => S3_REGION;

/** Opens a folder, or `s3://bucket/prefix` on the store of the `S3_…` settings. Nothing is asked of either yet. */
export function openPlace(settings: StoreSettings, address: string): Place {
  const named = bucketOf(address);
  if (!named) return folderPlace(path.resolve(address));
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  const credentials =
    S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
      ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
      : undefined;
  const region = regionOf(settings);
  return bucketPlace(address, { ...named, region, endpoint: S3_ENDPOINT, credentials });
}

/** A place within a place. */
export const within = (place: Place, folder: string): Place => ({
  address: `${place.address.replace(/\/+$/, '')}/${folder}`,
  write: (name, bytes) => place.write(`${folder}/${name}`, bytes),
  read: (name) => place.read(`${folder}/${name}`),
  names: async function* (prefix) {
    for await (const name of place.names(`${folder}/${prefix}`))
      yield name.slice(folder.length + 1);
  },
});
