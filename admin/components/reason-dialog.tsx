import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useText } from '../text';
import { useKeptWords } from './kept-words';

export interface ReasonDialogProps {
  readonly title: string;
  /** What happens then, and who reads what is typed. */
  readonly text: string;
  /** Of the text field; null asks for a yes only. */
  readonly label: string | null;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly pending?: boolean;
  /** Why the last try was not taken. */
  readonly problem?: string | null;
  /** What the field begins with. */
  readonly kept?: string;
  readonly onCancel: () => void;
  readonly onSend: (typed: string) => void;
  /** What else is asked, above the text. */
  readonly children?: ReactNode;
}

const longest = 1_000;

/** Asks for a reason, or for a yes, before something that cannot be undone. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text: lead, label, confirm, onCancel, onSend } = props;
  const { danger = false, pending = false, problem = null, kept = '' } = props;
  // A yes is one more key; where it cannot be taken back, that key is the way out.
  const asksYes = label === null;
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useKeptWords(title, kept);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The question may stand inside of another form, which it does not send.
    event.stopPropagation();
    if (label !== null && typed.trim() === '') setMissing(true);
    else onSend(typed.trim());
  };
  return (
    <Dialog open onClose={onCancel} fullWidth maxWidth="sm" aria-labelledby={id}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <p className="mb-4 text-ink-soft">{lead}</p>
          {problem ? <Problem words={problem} /> : null}
          {props.children}
          {label === null ? null : (
            <TextField
              label={label}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              error={missing && typed.trim() === ''}
              helperText={missing && typed.trim() === '' ? t('console.ask.missing') : ' '}
              slotProps={{ htmlInput: { maxLength: longest } }}
              multiline
              minRows={4}
              fullWidth
              autoFocus
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onCancel} autoFocus={asksYes && danger}>
            {t('console.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={danger ? 'error' : 'primary'}
            disabled={pending}
            autoFocus={asksYes && !danger}
          >
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const Problem = ({ words }: { words: string }) => (
  <p role="alert" className="mb-4 rounded-md bg-danger-soft px-4 py-3 text-danger">
    {words}
  </p>
);
