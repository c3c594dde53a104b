import { Link as RemixLink, NavLink as RemixNavLink, type LinkProps } from '@remix-run/react';
import type { ComponentProps } from 'react';
import { readAddress } from '#app/i18n/address';
import { type To, useAddress, useLocale } from '#app/i18n/use-text';
import { useViewer } from './use-viewer';

/** A link of ours: it stays in the language of the page, and loads a page in another one as a whole. */
export function Link({ to, ...props }: LinkProps) {
  const address = useAddress();
  const reload = useIsOtherLanguage(to);
  return <RemixLink reloadDocument={reload} {...props} to={address(to)} />;
}

/** As {@link Link}, and says whether it leads to the page that is open. */
export function NavLink({ to, ...props }: ComponentProps<typeof RemixNavLink>) {
  const address = useAddress();
  const reload = useIsOtherLanguage(to);
  return <RemixNavLink reloadDocument={reload} {...props} to={address(to)} />;
}

/** Whether an address shows a page of somebody whose account reads another language than this page has. */
function useIsOtherLanguage(to: To): boolean {
  const page = useLocale();
  const { locale } = useViewer();
  const path = typeof to === 'string' ? to : (to.pathname ?? '');
  if (!path.startsWith('/') || readAddress(path).locale !== null) return false;
  const owners = path.startsWith('/clinic/') ? locale.clinic : locale.patient;
  return owners !== null && owners !== page;
}
