import { useNavigate } from '@remix-run/react';
import { useState, type FormEvent } from 'react';
import { useText } from '#app/i18n/use-text';
import { canUsePasskeys, makePasskey } from '#app/auth/passkey-browser';
import { confirmFirst, homeOfAccount, type AccountRole } from '#app/auth/security-paths';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { controlStyle } from '../components/control-style';
import { Field } from '../components/field';
import { useHydrated } from '../components/use-hydrated';
import { usePasskey } from '../auth/use-passkey';

/** A name, and the device does the rest. Needs a script, and says so where there is none. */
export function AddPasskey({ role }: { role: AccountRole }) {
  const t = useText();
  const hydrated = useHydrated();
  const able = !hydrated || canUsePasskeys();
  return (
    <div className="mt-6 border-t border-line pt-5">
      {able ? null : <p>{t('security.passkeys.unable')}</p>}
      {hydrated && able ? <AddForm role={role} /> : null}
      {hydrated ? null : (
        <noscript>
          <p>{t('security.passkeys.add_needs_script')}</p>
        </noscript>
      )}
    </div>
  );
}

function AddForm({ role }: { role: AccountRole }) {
  const t = useText();
  const navigate = useNavigate();
  const [label, setLabel] = useState('');
  const { run, pending, words, code } = usePasskey('error.invalid_passkey');
  const { security } = homeOfAccount[role];
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (pending || !(await run(() => makePasskey(role, label.trim())))) return;
    setLabel('');
    navigate(`${security}?added`, { replace: true });
  };
  return (
    <form onSubmit={add} className="space-y-4">
      {words ? (
        <Banner tone="danger" title={words}>
          {code === 'step_up' ? (
            // In a tab of its own, so that the name that was typed stays.
            <a href={confirmFirst(role, security)} target="_blank" rel="noopener" className="link">
              {t('security.confirm.elsewhere')}
            </a>
          ) : null}
        </Banner>
      ) : null}
      <Field
        id="passkey-label"
        label={t('security.passkeys.label')}
        hint={t('security.passkeys.label_hint')}
        optional
      >
        {(aria) => (
          <input
            {...aria}
            value={label}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setLabel(event.target.value)}
            className={controlStyle}
          />
        )}
      </Field>
      <Button pending={pending}>{t('security.passkeys.add')}</Button>
    </form>
  );
}
