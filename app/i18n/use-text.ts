import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import { isLocale, defaultLocale, type Locale } from '#platform/base/locale';
import type { Text } from './server';

export type { Text };

/** The text of a key in the language of the page; `tests/messages.test.ts` fails on a key without a text. */
export function useText(): Text {
  const { i18n } = useLingui();
  return useCallback((key, values) => i18n._(key, values), [i18n]);
}

/** The language of the page, which it keeps as long as it is open. */
export function useLocale(): Locale {
  const { locale } = useLingui().i18n;
  return isLocale(locale) ? locale : defaultLocale;
}
