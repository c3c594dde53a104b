import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useEffect, useState, type FormEvent } from 'react';
import { codeOf, messageOf } from '../providers/answers';
import type { Call } from '../providers/call';
import { showPasskey } from '../providers/show-passkey';
import { useStaff } from '../providers/auth-provider';
import type { StepUp } from '../providers/step-up';
import { useText } from '../text';
import { GuardedButton } from './guarded-button';

interface StepUpDialogProps {
  readonly stepUp: StepUp;
  readonly call: Call;
}

type Done = (proven: boolean) => void;

/** Asks for a fresh code when an act needs one; the act goes on by itself afterwards. */
export function StepUpDialog({ stepUp, call }: StepUpDialogProps) {
  const t = useText();
  const [done, setDone] = useState<Done | null>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  useEffect(
    () =>
      stepUp.shownBy((next) => {
        setCode('');
        setError(null);
        setDone(() => next);
      }),
    [stepUp],
  );
  const end = (proven: boolean) => {
    done?.(proven);
    setDone(null);
  };
  const prove = async (show: () => Promise<unknown>) => {
    setError(null);
    try {
      await show();
      end(true);
    } catch (refused) {
      // The API answers as it does to a sign-in, of e-mail and password too; here nobody typed them.
      const wrong = codeOf(refused) === 'invalid_credentials';
      setError(
        wrong ? t('console.step_up.wrong') : messageOf(refused, t('console.error.unreadable')),
      );
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = JSON.stringify({ code });
    void prove(() => call('/api/admin/step-up', { method: 'POST', body }));
  };
  return (
    <Dialog
      open={done !== null}
      onClose={() => end(false)}
      aria-labelledby="step-up"
      fullWidth
      maxWidth="xs"
    >
      <form onSubmit={submit} noValidate>
        <DialogTitle id="step-up">{t('console.step_up.title')}</DialogTitle>
        <DialogContent>
          <p className="mb-4 text-ink-soft">{t('console.step_up.text')}</p>
          <CodeField code={code} change={setCode} error={error} />
        </DialogContent>
        <StepUpActions
          ready={code.trim() !== ''}
          cancel={() => end(false)}
          byPasskey={() => void prove(() => showPasskey(call, 'step-up'))}
        />
      </form>
    </Dialog>
  );
}

interface CodeFieldProps {
  readonly code: string;
  readonly change: (code: string) => void;
  readonly error: string | null;
}

function CodeField({ code, change, error }: CodeFieldProps) {
  const t = useText();
  return (
    <TextField
      label={t('console.step_up.code')}
      value={code}
      onChange={(event) => change(event.target.value)}
      error={error !== null}
      helperText={error ?? ' '}
      slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code' } }}
      fullWidth
      autoFocus
    />
  );
}

interface StepUpActionsProps {
  /** A code was typed. */
  readonly ready: boolean;
  readonly cancel: () => void;
  readonly byPasskey: () => void;
}

function StepUpActions({ ready, cancel, byPasskey }: StepUpActionsProps) {
  const t = useText();
  const staff = useStaff();
  return (
    <DialogActions>
      {staff?.passkeys ? (
        <Button onClick={byPasskey} sx={{ marginRight: 'auto' }}>
          {t('console.step_up.passkey')}
        </Button>
      ) : null}
      <Button onClick={cancel}>{t('console.cancel')}</Button>
      <GuardedButton
        type="submit"
        variant="contained"
        blocked={!ready && t('console.blocked.no_proof')}
      >
        {t('console.step_up.confirm')}
      </GuardedButton>
    </DialogActions>
  );
}
