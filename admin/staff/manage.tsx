import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { StaffRecord } from '#contracts/identity';
import { ActionDialog } from '../components/action-buttons';
import { offeredActions, type ActionTable, type OfferedAction } from '../components/actions';
import { Panel } from '../components/panel';
import { ReasonDialog } from '../components/reason-dialog';
import { useSend } from '../components/sending';
import { useText } from '../text';

const actions: ActionTable = {
  'change-role': { confirm: true },
  'invite-again': { confirm: true },
  'reset-factors': { confirm: true, tone: 'danger' },
  'end-sessions': { confirm: true, tone: 'danger' },
  enable: { confirm: true, tone: 'primary' },
  disable: { confirm: true, tone: 'danger' },
};

/** What an admin can do with an account. Answers that make a link show it, once. */
export function ManageStaff({ record }: { record: StaffRecord }) {
  const t = useText();
  const { send, pending } = useSend('staff');
  const [asked, setAsked] = useState<OfferedAction | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const offered = offeredActions(actions, record.allowedEvents);
  const otherRole = record.role === 'admin' ? 'reviewer' : 'admin';
  const start = async (action: string) => {
    const body = action === 'change-role' ? { role: otherRole } : {};
    const answer = await send(record.id, action, body);
    setAsked(null);
    if (answer) setLink((answer.data!.record as StaffRecord).enrolmentLink);
  };
  const dialog = { pending: pending !== null, onCancel: () => setAsked(null) };
  const toRole = t(`console.staff.to_${otherRole}`);
  return (
    <Panel title={t('console.staff.manage')}>
      {offered.length === 0 ? (
        <p className="text-ink-soft">{t('console.staff.nothing_to_manage')}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {offered.map((action) => (
          <Button
            key={action.name}
            variant="outlined"
            color={action.tone === 'danger' ? 'error' : 'primary'}
            disabled={pending !== null}
            onClick={() => setAsked(action)}
          >
            {action.name === 'change-role' ? toRole : t(`console.staff.action.${action.name}`)}
          </Button>
        ))}
      </div>
      {asked?.name === 'change-role' ? (
        <ReasonDialog
          {...dialog}
          title={toRole}
          text={t('console.staff.role_text')}
          label={null}
          confirm={t('console.staff.action.change-role')}
          onSend={() => void start('change-role')}
        />
      ) : asked ? (
        <ActionDialog
          {...dialog}
          resource="staff"
          action={asked}
          onSend={() => void start(asked.name)}
        />
      ) : null}
      {link ? <LinkDialog link={link} onClose={() => setLink(null)} /> : null}
    </Panel>
  );
}

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
