import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { readAddress } from './address';
import { useLocale } from './use-text';

/** A page keeps its language as long as it is open: an address in another one, to which a redirect led, is loaded anew. */
export function useOwnLanguage(): void {
  const page = useLocale();
  const { pathname } = useLocation();
  const { locale } = readAddress(pathname);
  useEffect(() => {
    if (locale !== null && locale !== page) window.location.reload();
  }, [locale, page]);
}
