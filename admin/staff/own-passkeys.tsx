import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useNotify } from 'react-admin';
import type { StaffRecord } from '#contracts/identity';
import { useCommand } from '../components/use-command';
import { useText } from '../text';
import { OwnPanel } from './own-panel';
import { PasskeyRows } from './passkey-rows';
import { useOwn } from './use-own';

/** What the acting person signs in with besides the authenticator. */
export function OwnPasskeys() {
  const t = useText();
  const notify = useNotify();
  const own = useOwn<StaffRecord['passkeys']>('passkeys', 'passkeys');
  const { run, pending } = useCommand();
  const [label, setLabel] = useState('');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    // The code that speaks to the authenticator is fetched once somebody wants a passkey.
    const { makePasskey } = await import('./make-passkey');
    if (!(await makePasskey(run, label.trim())))
      notify(t('console.account.no_passkey_made'), { type: 'warning' });
    setLabel('');
    await own.again();
  };
  const remove = async (id: string) => {
    await run('DELETE', `passkeys/${id}`);
    await own.again();
  };
  return (
    <OwnPanel title={t('console.account.passkeys')} own={own}>
      {(passkeys) => (
        <>
          <p className="measure mb-3 text-ink-soft">{t('console.account.passkeys_text')}</p>
          <PasskeyRows passkeys={passkeys} pending={pending} onRemove={(id) => void remove(id)} />
          <form
            onSubmit={(event) => void add(event)}
            className="mt-4 flex flex-wrap items-end gap-3"
          >
            <TextField
              label={t('console.account.passkey_label')}
              value={label}
              onChange={(event) => setLabel(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 60 } }}
            />
            <Button type="submit" variant="outlined" disabled={pending}>
              {t('console.account.add_passkey')}
            </Button>
          </form>
        </>
      )}
    </OwnPanel>
  );
}
