/** The channel of LISTEN and NOTIFY; the payload is the principal that has something to read. */
export const channel = 'live';
