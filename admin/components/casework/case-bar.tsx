import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Eye, Hand } from 'lucide-react';
import { StaffName } from '../actor-name';
import { useShortcuts } from '../shortcuts';
import { useStaff } from '../../providers/auth-provider';
import { useText } from '../../text';
import { useCaseCommand } from './case-command';
import { useDesk } from './desk';
import { clockTime, StaffNames } from './names';
import { useClaim, useOpenCase } from './open-case';

/** Above the page of a case: who has taken it and until when, and who else looks at it now. */
export function CaseBar() {
  const t = useText();
  const open = useOpenCase();
  if (!open?.record) return <div className="mb-5 min-h-9" />;
  const { viewers } = open.record;
  return (
    <div className="mb-5 flex min-h-9 flex-wrap items-end gap-x-6 gap-y-2">
      {open.claimable ? <ClaimControls /> : null}
      <p role="status" className="flex items-center gap-1.5 py-1.5 text-ink-soft">
        {viewers.length > 0 ? (
          <>
            <Eye size={16} aria-hidden className="shrink-0" />
            <span>
              <StaffNames ids={viewers} />{' '}
              {t('console.casework.also_looks', { count: viewers.length })}
            </span>
          </>
        ) : null}
      </p>
    </div>
  );
}

/** Takes the case, prolongs it, gives it back or on; `t` takes it and gives it back. */
function ClaimControls() {
  const t = useText();
  const me = useStaff();
  const open = useOpenCase();
  const { run, pending } = useCaseCommand();
  const claim = useClaim(open?.record?.claim ?? null);
  const mine = claim !== null && claim.staffId === me?.id;
  const free = claim === null;
  useShortcuts(
    free || mine
      ? [
          {
            key: 't',
            label: t(mine ? 'console.casework.give_back' : 'console.casework.take'),
            run: () => void run(mine ? 'give-back' : 'take'),
          },
        ]
      : [],
  );
  if (free)
    return (
      <Button
        variant="outlined"
        startIcon={<Hand size={16} aria-hidden />}
        disabled={pending}
        onClick={() => void run('take')}
      >
        {t('console.casework.take')}
      </Button>
    );
  if (!mine)
    return (
      <p className="rounded-md bg-warn-soft px-3 py-1.5 text-warn">
        <StaffName id={claim.staffId} />{' '}
        {t('console.casework.has_it', { time: clockTime(claim.until) })}
      </p>
    );
  return (
    <div className="flex flex-wrap items-end gap-2">
      <p className="rounded-md bg-ok-soft px-3 py-1.5 text-ok">
        {t('console.casework.yours', { time: clockTime(claim.until) })}
      </p>
      <Button disabled={pending} onClick={() => void run('take')}>
        {t('console.casework.prolong')}
      </Button>
      <Button disabled={pending} onClick={() => void run('give-back')}>
        {t('console.casework.give_back')}
      </Button>
      <GiveOn disabled={pending} onGive={(staffId) => void run('give-on', { staffId })} />
    </div>
  );
}

interface GiveOnProps {
  readonly disabled: boolean;
  readonly onGive: (staffId: string) => void;
}

function GiveOn({ disabled, onGive }: GiveOnProps) {
  const t = useText();
  const me = useStaff();
  const { desk } = useDesk();
  const others = desk?.team.filter(({ id }) => id !== me?.id) ?? [];
  if (others.length === 0) return null;
  return (
    <TextField
      select
      label={t('console.casework.give_on')}
      value=""
      disabled={disabled}
      onChange={(event) => onGive(event.target.value)}
      sx={{ minWidth: 180 }}
    >
      {others.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
