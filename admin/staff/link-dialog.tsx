import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../text';

interface LinkDialogProps {
  readonly link: string;
  readonly onClose: () => void;
}

/** The enrolment link: here and nowhere else, so nothing but its button closes it. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true));
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="enrolment-link">
      <DialogTitle id="enrolment-link">{t('console.staff.link_title')}</DialogTitle>
      <DialogContent>
        <p className="mb-3 text-ink-soft">{t('console.staff.link_text')}</p>
        <p className="rounded-md border border-line bg-paper p-3 break-all select-all">{link}</p>
      </DialogContent>
      <DialogActions>
        <Button
          variant="outlined"
          startIcon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          <span aria-live="polite">
            {t(copied ? 'console.staff.copied' : 'console.staff.copy')}
          </span>
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t('console.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
