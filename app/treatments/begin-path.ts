/** Where a request for one treatment begins, by the last part of its address. */
export const beginPath = (treatment: string): string =>
  `/consultation/begin?${new URLSearchParams({ treatment }).toString()}`;
