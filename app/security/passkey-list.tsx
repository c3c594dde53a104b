import { Form } from '@remix-run/react';
import { KeyRound } from 'lucide-react';
import type { PasskeyDto } from '#contracts/identity';
import { useIntent } from '#app/auth/use-intent';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { When } from '../components/date-time';

/** The passkeys of an account, newest first, each with its name and when it was last used. */
export function PasskeyList({
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
