import { labelKey, type CatalogueList } from '#contracts/consultation';
import { hasText, type Text } from '../text';

/** What people read for a value of the catalogue; the value itself when it is newer than this build. */
export function named(t: Text, list: CatalogueList, value: string | null): string {
  if (!value) return t('console.not_stated');
  const key = labelKey(list, value);
  return hasText(key) ? t(key) : value;
}

/** The same for several; in the order given. */
export const allNamed = (t: Text, list: CatalogueList, values: readonly string[]): string =>
  values.map((value) => named(t, list, value)).join(', ') || t('console.not_stated');
