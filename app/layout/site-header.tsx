import { Form, useLocation } from '@remix-run/react';
import { KeyRound, LogOut, Menu, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAddress, usePlainPath } from '#app/i18n/use-address';
import { useText } from '#app/i18n/use-text';
import { useForgetOnLogout } from '#app/wizard/use-forget-on-logout';
import { Link, NavLink } from '#app/components/link';
import { buttonStyle } from '../components/button-style';
import { Bell } from '../notices/bell';
import { Logo } from '../components/logo';
import type { Viewer } from '../components/use-viewer';
import { LanguageSwitch } from './language-switch';

type Area = 'patient' | 'clinic' | 'applicant';

/** Whose entries the header shows: the one whose area the page belongs to, else whoever is signed in. */
const areaOf = (viewer: Viewer, pathname: string): Area | null => {
  if (viewer.clinic && (pathname.startsWith('/clinic') || !viewer.patient))
    return viewer.approved ? 'clinic' : 'applicant';
  return viewer.patient ? 'patient' : null;
};

/** On every page: the way home, how it works, and signing in or out. */
export function SiteHeader({ viewer }: { viewer: Viewer }) {
  const t = useText();
  const area = areaOf(viewer, usePlainPath());
  const reader = area === 'patient' ? 'patient' : 'clinic';
  const unread = area && viewer.unread[reader];
  useForgetOnLogout();
  return (
    <header className="border-b border-line bg-surface">
      <div className="shell relative flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 py-2 md:py-0">
        <Link
          to="/"
          aria-label={t('common.header.home', { brand: t('common.brand') })}
          className="me-auto rounded-md py-2"
        >
          <Logo />
        </Link>
        <nav aria-label={t('common.header.main')} className="hidden items-center gap-2 md:flex">
          <Entries area={area} />
        </nav>
        <div className="flex items-center gap-1">
          {unread ? <Bell key={reader} reader={reader} unread={unread} /> : null}
          <MobileMenu area={area} />
        </div>
      </div>
    </header>
  );
}

/** A native disclosure: opens without JavaScript; closes on Escape (`menu-keys.ts`) and on arrival at another page. */
function MobileMenu({ area }: { area: Area | null }) {
  const t = useText();
  const box = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (box.current) box.current.open = false;
  }, [key]);
  return (
    <details ref={box} className="md:hidden">
      <summary className={buttonStyle({ variant: 'secondary', className: 'list-none px-3' })}>
        <Menu aria-hidden="true" className="size-5" />
        {t('common.header.menu')}
      </summary>
      <nav
        aria-label={t('common.header.main')}
        className="absolute top-full end-4 z-30 flex w-64 max-w-[calc(100%-2rem)] flex-col items-stretch gap-1 rounded-lg border border-line bg-surface p-2 shadow-float"
      >
        <Entries area={area} />
      </nav>
    </details>
  );
}

const quiet = buttonStyle({ variant: 'quiet', className: 'px-3 max-md:justify-start' });

function Entries({ area }: { area: Area | null }) {
  const t = useText();
  return (
    <>
      <NavLink to="/how-it-works" className={quiet}>
        {t('common.header.how_it_works')}
      </NavLink>
      <LanguageSwitch />
      {area ? <SignedIn area={area} /> : <SignedOut />}
    </>
  );
}

function SignedOut() {
  const t = useText();
  return (
    <>
      <NavLink to="/clinic-login" className={quiet}>
        {t('common.header.clinic_login')}
      </NavLink>
      <NavLink to="/login" className={buttonStyle({ className: 'max-md:mt-1' })}>
        {t('common.header.login')}
      </NavLink>
    </>
  );
}

function SignedIn({ area }: { area: Area }) {
  const t = useText();
  const path = usePlainPath();
  const address = useAddress();
  // An application is left by its own door.
  const to = address(path === '/clinic/pending-approval' ? '/clinic-login' : '/');
  return (
    <>
      {area === 'patient' ? <PatientEntries /> : <ClinicEntry area={area} />}
      <Form method="post" action="/logout" className="contents">
        <input type="hidden" name="area" value={area === 'patient' ? 'patient' : 'clinic'} />
        <input type="hidden" name="to" value={to} />
        <button
          type="submit"
          className={buttonStyle({ variant: 'secondary', className: 'max-md:mt-1' })}
        >
          <LogOut aria-hidden="true" className="size-4" />
          {t('common.header.logout')}
        </button>
      </Form>
    </>
  );
}

function PatientEntries() {
  const t = useText();
  return (
    <>
      <NavLink to="/my-offers" className={quiet}>
        {t('common.header.requests')}
      </NavLink>
      <NavLink to="/profile" className={quiet}>
        <UserRound aria-hidden="true" className="size-5" />
        {t('common.header.profile')}
      </NavLink>
    </>
  );
}

function ClinicEntry({ area }: { area: 'clinic' | 'applicant' }) {
  const t = useText();
  return (
    <>
      <NavLink
        to={area === 'clinic' ? '/clinic/dashboard' : '/clinic/pending-approval'}
        className={quiet}
      >
        {t(area === 'clinic' ? 'common.header.dashboard' : 'common.header.application')}
      </NavLink>
      {area === 'clinic' ? (
        <NavLink to="/clinic/profile" className={quiet}>
          <UserRound aria-hidden="true" className="size-5" />
          {t('common.header.profile')}
        </NavLink>
      ) : (
        <NavLink to="/clinic/security" className={quiet}>
          <KeyRound aria-hidden="true" className="size-5" />
          {t('common.header.security')}
        </NavLink>
      )}
    </>
  );
}
