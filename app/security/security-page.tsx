import { Form, useActionData, useNavigate, useSearchParams } from '@remix-run/react';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { PasskeyDto } from '#contracts/identity';
import type { AccountEmail } from '#workflows';
import { canUsePasskeys, makePasskey } from '#app/auth/passkey-browser';
import { type AccountRole, confirmFirst, homeOfAccount } from '#app/auth/security-paths';
import { type IntentReply, useIntent } from '#app/auth/use-intent';
import { usePasskey } from '../auth/use-passkey';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { controlStyle } from '../components/control-style';
import { When } from '../components/date-time';
import { Field } from '../components/field';
import { Link } from '#app/components/link';
import { Page } from '../components/page';
import { useHydrated } from '../components/use-hydrated';
import { useMayAs } from '../components/use-viewer';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { EmailState } from './email-state';

interface SecurityPageProps {
  role: AccountRole;
  /** Passkeys may be added and removed now. */
  fresh: boolean;
  passkeys: readonly PasskeyDto[];
  address: AccountEmail;
}

/** What opens an account: its passkeys, beside the phone, and the address that is notified of it. */
export function SecurityPage({ role, fresh, passkeys, address }: SecurityPageProps) {
  const t = useText();
  const { back, security, email } = homeOfAccount[role];
  const isOwner = useMayAs('owner');
  const mayChange = role === 'patient' || isOwner;
  return (
    <Page title={t('security.page.title')} lead={t('security.page.lead')} back={{ to: back }}>
      <div className="space-y-6">
        <Outcome role={role} />
        <Card as="section">
          <h2 className="text-lg">{t('security.passkeys.title')}</h2>
          <p className="mt-1 text-ink-soft">{t('security.passkeys.text')}</p>
          <p className="mt-3">{t('security.passkeys.risk')}</p>
          <PasskeyList passkeys={passkeys} removable={fresh} />
          {fresh ? (
            <AddPasskey role={role} />
          ) : (
            <div className="mt-6 border-t border-line pt-5">
              <p className="mb-3">{t('security.passkeys.confirm_first')}</p>
              <ButtonLink to={confirmFirst(role, security)}>
                {t('security.confirm.title')}
              </ButtonLink>
            </div>
          )}
        </Card>
        <Card as="section">
          <h2 className="text-lg">{t('security.email.title')}</h2>
          <EmailState {...address} />
          {mayChange ? (
            <ButtonLink variant="secondary" to={email} className="mt-4">
              {t('security.email.open')}
            </ButtonLink>
          ) : null}
        </Card>
        {role === 'patient' ? (
          <Card as="section">
            <h2 className="text-lg">{t('profile.devices.title')}</h2>
            <p className="mt-1 text-ink-soft">{t('profile.devices.description')}</p>
            <ButtonLink variant="secondary" to="/profile/devices" className="mt-4">
              {t('security.devices.open')}
            </ButtonLink>
          </Card>
        ) : null}
      </div>
    </Page>
  );
}

function Outcome({ role }: { role: AccountRole }) {
  const t = useText();
  const [search] = useSearchParams();
  const answer = useActionData() as IntentReply | undefined;
  const { security } = homeOfAccount[role];
  const failure = answer?.code === 'network' ? t('error.network') : answer?.reply?.error?.['']?.[0];
  if (failure)
    return (
      <Banner tone="danger" title={failure}>
        {answer?.code === 'step_up' ? (
          <Link to={confirmFirst(role, security)} className="link">
            {t('security.confirm.title')}
          </Link>
        ) : null}
      </Banner>
    );
  const done = ['added', 'removed'].find((word) => search.has(word));
  return done ? <Banner tone="ok" title={t(`security.passkeys.done.${done}`)} /> : null;
}

/** A name, and the device does the rest. Needs a script, and says so where there is none. */
function AddPasskey({ role }: { role: AccountRole }) {
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

/** The passkeys of an account, newest first, each with its name and when it was last used. */
function PasskeyList({
  passkeys,
  removable,
}: {
  passkeys: readonly PasskeyDto[];
  removable: boolean;
}) {
  const t = useText();
  if (passkeys.length === 0)
    return <p className="mt-5 text-ink-soft">{t('security.passkeys.none')}</p>;
  return (
    <ul aria-label={t('security.passkeys.title')} className="mt-5 divide-y divide-line">
      {passkeys.map((passkey) => (
        <li key={passkey._id} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <Described {...passkey} />
          {removable ? <Remove {...passkey} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Described({ label, createdAt, lastUsedAt }: PasskeyDto) {
  const t = useText();
  return (
    <div className="flex min-w-0 gap-3">
      <KeyRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{label}</p>
        <p className="text-sm text-ink-soft">
          <Rich
            id="security.passkeys.added"
            components={{ when: <When date={createdAt} format="datetime" /> }}
          />
        </p>
        <p className="text-sm text-ink-soft">
          {lastUsedAt ? (
            <Rich
              id="security.passkeys.used"
              components={{ when: <When date={lastUsedAt} format="datetime" /> }}
            />
          ) : (
            t('security.passkeys.unused')
          )}
        </p>
      </div>
    </div>
  );
}

function Remove({ _id, label }: PasskeyDto) {
  const t = useText();
  const { pending } = useIntent('remove');
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="id" value={_id} />
      <Button
        variant="secondary"
        pending={pending}
        aria-label={t('security.passkeys.remove_of', { label })}
      >
        {t('security.passkeys.remove')}
      </Button>
    </Form>
  );
}
