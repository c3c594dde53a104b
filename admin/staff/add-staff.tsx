import Button from '@mui/material/Button';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { StaffRecord } from '#contracts/identity';
import { useCommand } from '../components/use-command';
import { useText } from '../text';
import { AddStaffDialog, type NewStaff } from './add-staff-dialog';
import { LinkDialog } from './link-dialog';

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
