import TextField from '@mui/material/TextField';
import type { FormEvent } from 'react';
import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import { useKeptWords } from '../components/kept-words';
import { Panel } from '../components/panel';
import { StaffName } from '../components/actor-name';
import { useSend } from '../components/sending';
import { When } from '../components/times';
import { useText } from '../text';
import { GuardedButton } from '../components/guarded-button';

const longest = 4_000;

/** What the team notes for itself; the clinic never reads it. */
export function ClinicNotes({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  const { send, pending } = useSend('clinics');
  const [typed, setTyped] = useKeptWords('note');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await send(record.id, 'note', { text: typed.trim() })) setTyped('');
  };
  return (
    <Panel title={t('console.clinics.notes')}>
      <ul className="grid gap-3">
        {record.notes.map(({ id, staffId, text, at }) => (
          <li key={id} className="border-l-2 border-line-strong pl-3">
            <p className="measure whitespace-pre-line">{text}</p>
            <p className="text-ink-soft">
              <StaffName id={staffId} /> · <When at={at} />
            </p>
          </li>
        ))}
      </ul>
      {record.allowedEvents.includes('note') ? (
        <form
          onSubmit={(event) => void submit(event)}
          className="mt-4 grid max-w-xl justify-items-start gap-3"
        >
          <TextField
            label={t('console.clinics.new_note')}
            helperText={t('console.clinics.ask.note')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            slotProps={{ htmlInput: { maxLength: longest } }}
            multiline
            minRows={2}
            fullWidth
          />
          <GuardedButton
            type="submit"
            variant="outlined"
            pending={pending !== null}
            blocked={typed.trim() === '' && t('console.blocked.nothing_written')}
          >
            {t('console.clinics.action.note')}
          </GuardedButton>
        </form>
      ) : null}
    </Panel>
  );
}
