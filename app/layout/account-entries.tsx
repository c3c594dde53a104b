import { Form } from '@remix-run/react';
import { CircleHelp, KeyRound, LogOut, UserRound } from 'lucide-react';
import { useAddress, usePlainPath } from '#app/i18n/use-address';
import { useText } from '#app/i18n/use-text';
import { NavLink } from '#app/components/link';
import { buttonStyle } from '../components/button-style';
import { LanguageSwitch } from './language-switch';

export type Area = 'patient' | 'clinic' | 'applicant';

/** A clinic that is not approved yet has no profile to look at. */
const own = {
  patient: ['profile', '/profile', UserRound],
  clinic: ['profile', '/clinic/profile', UserRound],
  applicant: ['security', '/clinic/security', KeyRound],
} as const;

/** What the account menu holds: one's own page, how it works, the language, and signing out. */
export function AccountEntries({ area }: { area: Area }) {
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
          <LogOut aria-hidden="true" className="size-5" />
          {t('common.header.logout')}
        </button>
      </Form>
    </>
  );
}
