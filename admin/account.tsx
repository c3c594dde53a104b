import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { KeyRound } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useNotify } from 'react-admin';
import type { StaffRecord } from '#contracts/identity';
import { OwnProvider } from './account/provider-link';
import { OwnPanel, useOwn } from './components/own-panel';
import { PageHead } from './components/page-head';
import { ReasonDialog } from './components/reason-dialog';
import { written } from './components/times';
import { useCommand } from './components/use-command';
import type { ConsoleResource } from './resource';
import { SessionRows } from './staff/sessions';
import { useText } from './text';

/** One's own sessions and passkeys; no resource of the API. */
export const account: ConsoleResource = {
  name: 'account',
  group: 'people',
  icon: KeyRound,
  list: AccountPage,
};

/** One's own sessions and passkeys. */
function AccountPage() {
  const t = useText();
  return (
    <>
      <PageHead title={t('console.account.title')} lead={t('console.account.lead')} />
      <div className="grid items-start gap-5 @min-[46rem]:grid-cols-2">
        <OwnSessions />
        <OwnPasskeys />
        <OwnProvider />
      </div>
    </>
  );
}

/** Where the acting person is signed in; every other place can be ended here. */
function OwnSessions() {
  const t = useText();
  const own = useOwn<StaffRecord['sessions']>('sessions', 'sessions');
  const { run, pending } = useCommand();
  const end = async (id: string) => {
    if (await run('DELETE', `sessions/${id}`)) await own.again();
  };
  return (
    <OwnPanel title={t('console.account.sessions')} own={own}>
      {(sessions) => (
        <SessionRows sessions={sessions} pending={pending} onEnd={(id) => void end(id)} />
      )}
    </OwnPanel>
  );
}

/** What the acting person signs in with besides the authenticator. */
function OwnPasskeys() {
  const t = useText();
  const notify = useNotify();
  const own = useOwn<StaffRecord['passkeys']>('passkeys', 'passkeys');
  const { run, pending } = useCommand();
  const [label, setLabel] = useState('');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    // The code that speaks to the authenticator is fetched once somebody wants a passkey.
    const { makePasskey } = await import('./account/make-passkey');
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

interface PasskeyRowsProps {
  readonly passkeys: StaffRecord['passkeys'];
  readonly pending: boolean;
  readonly onRemove: (id: string) => void;
}

/** Passkeys by the name that they were given. */
function PasskeyRows({ passkeys, pending, onRemove }: PasskeyRowsProps) {
  const t = useText();
  const [asked, setAsked] = useState<string | null>(null);
  if (passkeys.length === 0) return <p>{t('console.staff.no_passkeys')}</p>;
  return (
    <ul className="grid gap-3">
      {passkeys.map(({ id, label, createdAt }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <KeyRound size={17} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold break-words">{label}</span>
            <span className="block text-ink-soft">
              {t('console.staff.added_on', { date: written(createdAt, 'date') })}
            </span>
          </span>
          <Button
            variant="outlined"
            disabled={pending}
            aria-label={t('console.account.remove_named', { label })}
            onClick={() => setAsked(id)}
          >
            {t('console.account.remove')}
          </Button>
        </li>
      ))}
      {asked ? (
        <ReasonDialog
          title={t('console.account.remove')}
          text={t('console.account.remove_text')}
          label={null}
          confirm={t('console.account.remove')}
          danger
          onCancel={() => setAsked(null)}
          onSend={() => {
            onRemove(asked);
            setAsked(null);
          }}
        />
      ) : null}
    </ul>
  );
}
