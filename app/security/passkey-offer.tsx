import { useLocation } from '@remix-run/react';
import { type ComponentType, useEffect, useState } from 'react';
import type { AccountRole } from '#app/auth/security-paths';
import type { Viewer } from '../components/use-viewer';

/** Where people arrive after signing in. */
const arrivals: Readonly<Record<string, AccountRole>> = {
  '/consultation': 'patient',
  '/my-offers': 'patient',
  '/profile': 'patient',
  '/clinic/dashboard': 'clinic',
  '/clinic/pending-approval': 'clinic',
};

const loadCard = () => import('./passkey-offer-card').then((module) => module.PasskeyOfferCard);

/** Once after a sign-in, below the page so that nothing moves; nobody else loads it. */
export function PasskeyOffer({ viewer }: { viewer: Viewer }) {
  const { pathname } = useLocation();
  const arrived = arrivals[pathname];
  const role = arrived && viewer[arrived] ? arrived : null;
  const Card = useLater(role !== null, loadCard);
  return role && Card ? <Card role={role} /> : null;
}

/**
 * A component that a page does without until it is wanted, or until it stands; null before it is there, and where it
 * cannot be had. `load` stays the same function.
 */
function useLater<P>(
  wanted: boolean,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> | null {
  const [component, setComponent] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    load().then(
      (loaded) => {
        if (!gone) setComponent(() => loaded);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [wanted, load]);
  return component;
}
