/** Below `/api`: where photos are sent. */
export const photosPath = '/photos';

export const photoSizes = ['thumb', 'medium', 'full'] as const;

/** Where a photo's bytes are found. */
export const photoAddress = (id: string, size: (typeof photoSizes)[number]): string =>
  `/api/files/${id}?size=${size}`;
