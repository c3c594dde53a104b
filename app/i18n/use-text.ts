import { useLingui } from '@lingui/react';
import { type Path, useLocation } from '@remix-run/react';
import { useCallback } from 'react';
import { defaultLocale, type Digits, isKnownLocale, type Locale } from '#platform/base/locale';
import { addressIn, readAddress } from './address';
import type { Text } from './server';
import { digitsOf } from './setup';

export type { Text };

/** The text of a key in the language of the page; `tests/messages.test.ts` fails on a key without a text. */
export function useText(): Text {
  const { i18n } = useLingui();
  return useCallback((key, values) => i18n._(key, values), [i18n]);
}

/** The language of the page, which it keeps as long as it is open. */
export function useLocale(): Locale {
  const { locale } = useLingui().i18n;
  return isKnownLocale(locale) ? locale : defaultLocale;
}

/** The digits of the page: those of its reader's choice. */
export const useDigits = (): Digits => digitsOf(useLingui().i18n);

export type To = string | Partial<Path>;

interface Addressing {
  (to: string): string;
  (to: To): To;
}

/** Addresses of ours as they are in the language of the page; others stay as they are. */
export function useAddress(): Addressing {
  const locale = useLocale();
  return useCallback(
    ((to: To): To => {
      const path = typeof to === 'string' ? to : to.pathname;
      if (!path?.startsWith('/')) return to;
      const address = addressIn(locale, path);
      return typeof to === 'string' ? address : { ...to, pathname: address };
    }) as Addressing,
    [locale],
  );
}

/** The path of the page without its language. */
export const usePlainPath = (): string => readAddress(useLocation().pathname).path;
