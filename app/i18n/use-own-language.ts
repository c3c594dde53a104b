import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { readAddress } from './address';
import { useLocale } from './use-text';

/**
 * A page keeps its language as long as it is open. An address in another one, to which a redirect led, is loaded anew;
 * so is a page of somebody who signed in to an account that reads another one.
 */
export function useOwnLanguage(): void {
  const page = useLocale();
  const { pathname } = useLocation();
  const root = useRouteLoaderData<{ locale: string }>('root');
  const locale = readAddress(pathname).locale ?? root?.locale;
  useEffect(() => {
    if (locale !== undefined && locale !== page) window.location.reload();
  }, [locale, page]);
}
