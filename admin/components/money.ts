/** An amount in cents of a currency, as people write it. */
export const money = ({
  amountCents,
  currency,
}: {
  readonly amountCents: number;
  readonly currency: string;
}): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amountCents / 100);
