import type { Currency } from '#contracts/offers';

/** '$2,500.00', '€90.50': an amount of cents in its currency. Whole amounts go without their cents. */
export function formatMoney(cents: number, currency: Currency): string {
  const whole = cents % 100 === 0;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(cents / 100);
}
