import { useLocation, type Path } from '@remix-run/react';
import { useCallback } from 'react';
import { addressIn, readAddress } from './address';
import { useLocale } from './use-text';

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
