/** The bytes of a picture of the clinic that asks, shown to patients or not. */
export const ownPictureAddress = (id: string, size: 'full' | 'thumb' = 'full'): string =>
  `/api/files/${id}?size=${size}`;
