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

/** What a patient accepted: the price that was sealed, and the same with every extra of the offer that has a price. */
export interface AcceptedPrice {
  readonly sealed: Price;
  /** The comparable total, which the question before the acceptance names; cents of the sealed currency. */
  readonly totalCents: number;
}

/** Whether this is a figure that was accepted, without extras or with all of them. Any other one needs a reason. */
export const isAccepted = ({ sealed, totalCents }: AcceptedPrice, paid: Price): boolean =>
  samePrice(paid, sealed) || samePrice(paid, { ...sealed, amountCents: totalCents });

/** Whether the price was kept: both sides stay within the accepted total, in the sealed currency. */
export function isKept(
  { sealed, totalCents }: AcceptedPrice,
  said: ReadonlyArray<Price | null>,
): boolean {
  const prices = said.filter((price) => price !== null);
  return (
    prices.length > 0 &&
    prices.every(
      ({ amountCents, currency }) => currency === sealed.currency && amountCents <= totalCents,
    )
  );
}
