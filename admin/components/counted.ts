import { totalCap } from '#platform/lists/console-records';
import type { Text } from '../text';

/** How many there are, as a person reads it: `319`, and `1,000+` where more are not counted. */
export const counted = (t: Text, total: number | null | undefined): string =>
  total == null
    ? t('console.more_than', { count: totalCap })
    : t('console.count', { count: total });
