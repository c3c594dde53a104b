import type { PhotoSize } from './picture.server';

/** Key of one stored size of a photo. */
export const keyOfSize = (storageKey: string, size: PhotoSize): string => `${storageKey}/${size}`;
