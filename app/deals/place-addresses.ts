/** Where a map shows a place. It opens on request only, and learns nothing but the clinic's address. */
export const mapOf = (place: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: place }).toString()}`;

/** The way to a place from wherever its reader is; phones open it in their map application. */
export const directionsTo = (place: string): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: place }).toString()}`;
