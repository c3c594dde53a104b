import { Form } from '@remix-run/react';
import {
  CalendarDays,
  ChevronDown,
  CircleHelp,
  CircleUserRound,
  KeyRound,
  LogOut,
  Menu,
  Search,
  UserRound,
} from 'lucide-react';
import { useEffect } from 'react';
import { buttonStyle } from '../components/button-style';
import { EntryFace } from '../components/entry-face';
import { Link, NavLink } from '#app/components/link';
import { Logo } from '../components/logo';
import type { Viewer } from '../components/use-viewer';
import { MessagesLink } from '../conversation/messages-link';
import { forgetUnsent } from '#app/forms/unsent';
import { useAddress, usePlainPath, useText } from '#app/i18n/use-text';
import { Disclosure } from './disclosure';
import { LanguageMenu, LanguageSwitch } from './language-switch';
import { Bell } from '../notices/bell';
import { writeBirthDate } from '#app/profile/birth-date';
import { forgetOffers } from '#app/security/passkey-offer-memory';
import { clearLocalCopy } from '../wizard/clear-local-copy';
import { forgetKept } from '../embed/keep-choice';

/** Whose entries the header shows: the one whose area the page belongs to, else whoever is signed in. */
const areaOf = (viewer: Viewer, pathname: string): Area | null => {
  if (viewer.clinic && (pathname.startsWith('/clinic') || !viewer.patient))
    return viewer.approved ? 'clinic' : 'applicant';
  return viewer.patient ? 'patient' : null;
};

/**
 * On every page: the way home, to treatments, clinics and the search, what is new, and signing in or out. Its own size
 * in the reader's letters decides how much of it is a menu.
 */
export function SiteHeader({ viewer }: { viewer: Viewer }) {
  const t = useText();
  const area = areaOf(viewer, usePlainPath());
  const reader = area === 'patient' ? 'patient' : 'clinic';
  const unread = area && viewer.unread[reader];
  const treatment = area === 'patient' ? viewer.treatment : null;
  useForgetOnLogout();
  return (
    <header className="@container relative z-30 border-b border-line bg-surface">
      <div className="shell relative flex min-h-16 flex-wrap items-center gap-1 py-2 @5xl:flex-nowrap @5xl:py-0">
        <Link
          to="/"
          aria-label={t('common.header.home', { brand: t('common.brand') })}
          className="rounded-md py-2 @5xl:me-3"
        >
          <Logo />
        </Link>
        <nav
          aria-label={t('common.header.main')}
          className="hidden grow flex-wrap items-center gap-1 @5xl:flex"
        >
          <Places area={area} />
          <SearchEntry className="ms-auto" />
          {area ? null : <SignedOut isWide />}
        </nav>
        <div
          // Of visitors it holds nothing but the menu.
          className={`ms-auto flex flex-wrap items-center justify-end gap-1 @max-3xs:gap-0 @5xl:shrink-0 @5xl:flex-nowrap ${area ? '' : '@5xl:hidden'}`}
        >
          {treatment ? <TreatmentLink to={treatment} /> : null}
          <MessagesLink
            key={`messages-${reader}`}
            reader={reader}
            unread={area && viewer.messages[reader]}
          />
          {unread ? <Bell key={reader} reader={reader} unread={unread} /> : null}
          {area ? <AccountMenu area={area} /> : null}
          <Disclosure
            className="@5xl:hidden"
            label={
              <>
                <Menu aria-hidden="true" className="size-5" />
                {/* With letters twice as large a phone has no room for it beside the entries. */}
                <span className="@max-3xs:sr-only">{t('common.header.menu')}</span>
              </>
            }
            name={t('common.header.main')}
          >
            <Places area={area} />
            <SearchEntry />
            {area ? <AccountEntries area={area} /> : <SignedOut />}
          </Disclosure>
        </div>
      </div>
    </header>
  );
}

/** To the treatment that lies ahead: its date, its address, and whom to write to. */
function TreatmentLink({ to }: { to: string }) {
  const t = useText();
  return (
    <NavLink to={to} className={buttonStyle({ variant: 'quiet', className: 'px-2! sm:px-3!' })}>
      <EntryFace icon={CalendarDays} word={t('common.header.treatment')} />
    </NavLink>
  );
}

/** What belongs to the account, where there is room for the places beside it; a narrow page has all of it in one menu. */
function AccountMenu({ area }: { area: Area }) {
  const t = useText();
  return (
    <Disclosure
      className="hidden @5xl:block"
      label={
        <>
          <CircleUserRound aria-hidden="true" className="size-5" />
          {t('common.header.account')}
          <ChevronDown aria-hidden="true" className="size-4" />
        </>
      }
      name={t('common.header.account')}
    >
      <AccountEntries area={area} />
    </Disclosure>
  );
}

const quiet = buttonStyle({ variant: 'quiet', className: 'px-3! @max-5xl:justify-start' });

/** Where each area goes most, first. Who is signed in finds how it works in the account menu. */
const places = {
  patient: [
    ['requests', '/my-offers'],
    ['treatments', '/treatments'],
    ['find_clinics', '/find-clinics'],
  ],
  clinic: [
    ['dashboard', '/clinic/dashboard'],
    ['treatments', '/treatments'],
    ['find_clinics', '/find-clinics'],
  ],
  applicant: [['application', '/clinic/pending-approval']],
  visitor: [
    ['how_it_works', '/how-it-works'],
    ['treatments', '/treatments'],
    ['find_clinics', '/find-clinics'],
  ],
} as const;

function Places({ area }: { area: Area | null }) {
  const t = useText();
  return places[area ?? 'visitor'].map(([key, to]) => (
    <NavLink key={key} to={to} className={quiet}>
      {t(`common.header.${key}`)}
    </NavLink>
  ));
}

function SearchEntry({ className }: { className?: string }) {
  const t = useText();
  return (
    <NavLink
      to="/search"
      className={buttonStyle({
        variant: 'quiet',
        className: `px-3! @max-5xl:justify-start ${className ?? ''}`,
      })}
    >
      <Search aria-hidden="true" className="size-5" />
      {t('common.header.search')}
    </NavLink>
  );
}

function SignedOut({ isWide }: { isWide?: boolean }) {
  const t = useText();
  return (
    <>
      {isWide ? <LanguageMenu /> : <LanguageSwitch />}
      <NavLink to="/clinic-login" className={quiet}>
        {t('common.header.clinic_login')}
      </NavLink>
      <NavLink to="/login" className={buttonStyle({ className: '@max-5xl:mt-1' })}>
        {t('common.header.login')}
      </NavLink>
    </>
  );
}

type Area = 'patient' | 'clinic' | 'applicant';

/** A clinic that is not approved yet has no profile to look at. */
const own = {
  patient: ['profile', '/profile', UserRound],
  clinic: ['profile', '/clinic/profile', UserRound],
  applicant: ['security', '/clinic/security', KeyRound],
} as const;

/** What the account menu holds: one's own page, how it works, the language, and signing out. */
function AccountEntries({ area }: { area: Area }) {
  const t = useText();
  const path = usePlainPath();
  const address = useAddress();
  // An application is left by its own door.
  const to = address(path === '/clinic/pending-approval' ? '/clinic-login' : '/');
  const [key, profile, Icon] = own[area];
  return (
    <>
      <NavLink
        to={profile}
        className={buttonStyle({ variant: 'quiet', className: 'justify-start px-3!' })}
      >
        <Icon aria-hidden="true" className="size-5" />
        {t(`common.header.${key}`)}
      </NavLink>
      <NavLink
        to="/how-it-works"
        className={buttonStyle({ variant: 'quiet', className: 'justify-start px-3!' })}
      >
        <CircleHelp aria-hidden="true" className="size-5" />
        {t('common.header.how_it_works')}
      </NavLink>
      <LanguageSwitch className="justify-start px-3!" />
      <Form method="post" action="/logout" className="contents">
        <input type="hidden" name="area" value={area === 'patient' ? 'patient' : 'clinic'} />
        <input type="hidden" name="to" value={to} />
        <button
          type="submit"
          className={buttonStyle({ variant: 'secondary', className: 'mt-1 justify-start px-3!' })}
        >
          <LogOut aria-hidden="true" className="size-5 rtl:-scale-x-100" />
          {t('common.header.logout')}
        </button>
      </Form>
    </>
  );
}

/** Signing out, with whichever button, takes along what this browser kept: the wizard's choices, the date of birth, and that a passkey was offered. */
function useForgetOnLogout(): void {
  useEffect(() => {
    const onSubmit = ({ target }: SubmitEvent): void => {
      const form = target as HTMLFormElement;
      // A field named `action` would hide the property.
      const action = form.getAttribute('action') ?? window.location.pathname;
      if (new URL(action, window.location.href).pathname !== '/logout') return;
      clearLocalCopy();
      forgetKept();
      forgetUnsent();
      writeBirthDate('');
      forgetOffers();
    };
    document.addEventListener('submit', onSubmit, true);
    return () => document.removeEventListener('submit', onSubmit, true);
  }, []);
}
