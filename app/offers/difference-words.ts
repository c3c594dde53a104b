import type { Apart } from '#contracts/offers';
import type { Text } from '#app/i18n/use-text';

/** The question to a clinic that counts `quantity` of a line where other offers count otherwise. */
export const differenceWords =
  (t: Text) =>
  ({ key, unit, least, most }: Apart, quantity: number): string =>
    t('offers.apart.message', {
      line: t(`offers.item.${key}`),
      own: t(`offers.count.${unit}`, { count: quantity }),
      least,
      most: t(`offers.count.${unit}`, { count: most }),
    });
