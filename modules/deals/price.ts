/** Cents of a currency (ISO 4217). */
export interface Price {
  readonly amountCents: number;
  readonly currency: string;
}

export const samePrice = (a: Price, b: Price): boolean =>
  a.amountCents === b.amountCents && a.currency === b.currency;

/** What both say, or the one who spoke; null where they differ: both are kept, and nobody decides between them. */
export function agreedPrice(said: ReadonlyArray<Price | null>): Price | null {
  const [first, ...others] = said.filter((price) => price !== null);
  return first && others.every((price) => samePrice(price, first)) ? first : null;
}

/** Whether a sealed price was kept: nobody says that more was paid, and all in the sealed currency. */
export function isKept(sealed: Price, said: ReadonlyArray<Price | null>): boolean {
  const prices = said.filter((price) => price !== null);
  return (
    prices.length > 0 &&
    prices.every(
      ({ amountCents, currency }) =>
        currency === sealed.currency && amountCents <= sealed.amountCents,
    )
  );
}
