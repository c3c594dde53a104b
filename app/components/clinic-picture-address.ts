/** Where a picture of a clinic lies that patients see. */
export const pictureAddress = (id: string, size: 'full' | 'thumb' = 'full'): string =>
  `/api/clinic-pictures/${id}?size=${size}`;
