import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { UserPlus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { staffRoles, type StaffRecord, type StaffRole } from '#contracts/identity';
import { useCommand } from '../components/use-command';
import { LinkDialog } from './manage';
import { useText } from '../text';

/** Makes an account and shows its link, once. */
export function AddStaff() {
  const t = useText();
  const { run, pending } = useCommand();
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const add = async (typed: NewStaff) => {
    const answer = await run('POST', 'staff', typed);
    if (!answer) return;
    setOpen(false);
    setLink((answer.data!.record as StaffRecord).enrolmentLink);
  };
  return (
    <>
      <Button
        variant="contained"
        startIcon={<UserPlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('console.staff.add')}
      </Button>
      {open ? (
        <AddStaffDialog
          pending={pending}
          onCancel={() => setOpen(false)}
          onSend={(typed) => void add(typed)}
        />
      ) : null}
      {link ? <LinkDialog link={link} onClose={() => setLink(null)} /> : null}
    </>
  );
}

interface NewStaff {
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
}

interface AddStaffDialogProps {
  readonly pending: boolean;
  readonly onCancel: () => void;
  readonly onSend: (typed: NewStaff) => void;
}

/** Whose account it is. */
function AddStaffDialog({ pending, onCancel, onSend }: AddStaffDialogProps) {
  const t = useText();
  const [typed, setTyped] = useState<NewStaff>({ name: '', email: '', role: 'reviewer' });
  const set = (part: Partial<NewStaff>) => setTyped((now) => ({ ...now, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(typed);
  };
  return (
    <Dialog open onClose={onCancel} fullWidth maxWidth="sm" aria-labelledby="add-staff">
      <form onSubmit={submit}>
        <DialogTitle id="add-staff">{t('console.staff.add')}</DialogTitle>
        <DialogContent className="grid gap-4">
          <p className="text-ink-soft">{t('console.staff.add_text')}</p>
          <TextField
            label={t('console.staff.name')}
            value={typed.name}
            onChange={(event) => set({ name: event.target.value })}
            required
            autoFocus
          />
          <TextField
            type="email"
            label={t('console.staff.email')}
            value={typed.email}
            onChange={(event) => set({ email: event.target.value })}
            required
          />
          <TextField
            select
            label={t('console.staff.role')}
            value={typed.role}
            onChange={(event) => set({ role: event.target.value as StaffRole })}
          >
            {staffRoles.map((role) => (
              <MenuItem key={role} value={role}>
                {t(`console.role.${role}`)}
              </MenuItem>
            ))}
          </TextField>
        </DialogContent>
        <DialogActions>
          <Button onClick={onCancel}>{t('console.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={pending}>
            {t('console.staff.add_submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
