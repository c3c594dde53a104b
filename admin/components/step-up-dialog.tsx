import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useEffect, useState, type FormEvent } from 'react';
import { messageOf } from '../providers/answers';
import type { Call } from '../providers/call';
import type { StepUp } from '../providers/step-up';
import { useText } from '../text';

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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await call('/api/admin/step-up', { method: 'POST', body: JSON.stringify({ code }) });
      end(true);
    } catch (refused) {
      setError(messageOf(refused, t('console.error.unreadable')));
    }
  };
  return (
    <Dialog
      open={done !== null}
      onClose={() => end(false)}
      aria-labelledby="step-up"
      fullWidth
      maxWidth="xs"
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id="step-up">{t('console.step_up.title')}</DialogTitle>
        <DialogContent>
          <p className="mb-4 text-ink-soft">{t('console.step_up.text')}</p>
          <TextField
            label={t('console.step_up.code')}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={error !== null}
            helperText={error ?? ' '}
            slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code' } }}
            fullWidth
            autoFocus
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => end(false)}>{t('console.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={code.trim() === ''}>
            {t('console.step_up.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
