import Button from '@mui/material/Button';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { StaffRecord } from '#contracts/identity';
import { ReasonDialog } from '../components/reason-dialog';
import { written } from '../components/times';
import { useText } from '../text';

interface PasskeyRowsProps {
  readonly passkeys: StaffRecord['passkeys'];
  readonly pending: boolean;
  readonly onRemove: (id: string) => void;
}

/** Passkeys by the name that they were given. */
export function PasskeyRows({ passkeys, pending, onRemove }: PasskeyRowsProps) {
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
