import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { ShieldUser, UserPlus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { staffRoles, staffStates, type StaffRecord, type StaffRole } from '#contracts/identity';
import { ConsoleList } from './components/console-list';
import type { CsvColumn } from './components/csv';
import type { ListFilter } from './components/filter-bar';
import type { Column } from './components/list-table';
import { useCommand } from './components/use-command';
import { When } from './components/when';
import type { ConsoleResource } from './resource';
import { LinkDialog, StaffShow, StaffState } from './staff/page';
import { text, useText, type Text } from './text';

export const staff: ConsoleResource = {
  name: 'staff',
  group: 'people',
  icon: ShieldUser,
  list: StaffList,
  show: StaffShow,
};

const csv: readonly CsvColumn<StaffRecord>[] = [
  { label: text('console.staff.name'), value: ({ name }) => name },
  { label: text('console.staff.email'), value: ({ email }) => email },
  { label: text('console.staff.role'), value: ({ role }) => role },
  { label: text('console.staff.state'), value: ({ state }) => state },
  { label: text('console.staff.created'), value: ({ createdAt }) => createdAt },
  { label: text('console.staff.last_sign_in'), value: ({ lastSignInAt }) => lastSignInAt },
];

/** Accounts of the team. */
function StaffList() {
  const t = useText();
  return (
    <ConsoleList<StaffRecord>
      columns={columnsOf(t)}
      filters={filtersOf(t)}
      csv={csv}
      sort={{ field: 'name', order: 'ASC' }}
      actions={<AddStaff />}
    />
  );
}

const columnsOf = (t: Text): Column<StaffRecord>[] => [
  { key: 'name', label: t('console.staff.name'), sort: 'name', render: ({ name }) => name },
  {
    key: 'email',
    label: t('console.staff.email'),
    sort: 'email',
    render: ({ email }) => <span className="break-all">{email}</span>,
  },
  {
    key: 'role',
    label: t('console.staff.role'),
    sort: 'role',
    render: ({ role }) => (role ? t(`console.role.${role}`) : null),
  },
  {
    key: 'state',
    label: t('console.staff.state'),
    render: ({ state }) => <StaffState state={state} />,
  },
  {
    key: 'last',
    label: t('console.staff.last_sign_in'),
    sort: 'lastSignInAt',
    render: ({ lastSignInAt }) =>
      lastSignInAt ? <When at={lastSignInAt} /> : t('console.staff.never'),
  },
  {
    key: 'created',
    label: t('console.staff.created'),
    sort: 'createdAt',
    render: ({ createdAt }) => <When at={createdAt} format="date" />,
  },
];

const filtersOf = (t: Text): ListFilter[] => [
  { source: 'q', label: t('console.staff.search') },
  {
    source: 'role',
    label: t('console.staff.role'),
    choices: staffRoles.map((id) => ({ id, name: t(`console.role.${id}`) })),
  },
  {
    source: 'state',
    label: t('console.staff.state'),
    choices: staffStates.map((id) => ({ id, name: t(`console.staff.state_of.${id}`) })),
  },
];

/** Makes an account and shows its link, once. */
function AddStaff() {
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
