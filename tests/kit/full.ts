/** `FUZZ=full`: the runs that take minutes, as far as the bar asks; `npm test` runs a part of each. */
export const isFull = process.env.FUZZ === 'full';
