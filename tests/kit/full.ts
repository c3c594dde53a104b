/**
 * How much of what is made at random runs: `full` (`FUZZ=full`), the runs that take minutes, as far as the bar asks; `part`,
 * in `npm run test:all` and of a file that is run by itself; `short`, in `npm test`.
 */
export const isFull = process.env.FUZZ === 'full';
export const isShort = !isFull && process.env.TEST_TIER === 'quick';
