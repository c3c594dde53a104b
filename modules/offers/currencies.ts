/** ISO 4217. */
export const currencies = ['USD', 'EUR', 'GBP', 'TRY'] as const;
export type Currency = (typeof currencies)[number];
