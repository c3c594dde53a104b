import TextField from '@mui/material/TextField';
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { maxNote } from '#contracts/casework';
import { StaffName } from '../actor-name';
import { GuardedButton } from '../guarded-button';
import { useKeptWords } from '../kept-words';
import { Panel } from '../panel';
import { useShortcuts } from '../shortcuts';
import { When } from '../times';
import { useStaff } from '../../providers/auth-provider';
import { useText } from '../../text';
import { useCaseCommand } from './case-command';
import { useDesk } from './desk';
import { completed, namingAt } from './naming';
import { useOpenCase } from './open-case';

interface Written {
  readonly id: string;
  readonly staffId: string;
  readonly text: string;
  readonly at: string;
}

interface CaseNotesProps {
  /** Notes of before there were those of cases. */
  readonly earlier?: readonly Written[];
}

const newestFirst = (a: Written, b: Written) => b.at.localeCompare(a.at);

/** What the team notes for itself about the open case; `@` and a name notifies a colleague, `n` leads to the field. */
export function CaseNotes({ earlier = [] }: CaseNotesProps) {
  const t = useText();
  const open = useOpenCase();
  if (!open) return null;
  const notes = [...(open.record?.notes ?? []), ...earlier].sort(newestFirst);
  return (
    <Panel title={t('console.casework.notes')}>
      <ul className="grid gap-3">
        {notes.map(({ id, staffId, text, at }) => (
          <li key={id} className="border-l-2 border-line-strong pl-3">
            <p className="measure break-words whitespace-pre-line">{text}</p>
            <p className="text-ink-soft">
              <StaffName id={staffId} /> · <When at={at} />
            </p>
          </li>
        ))}
      </ul>
      <NoteForm />
    </Panel>
  );
}

function NoteForm() {
  const t = useText();
  const { run, pending } = useCaseCommand();
  const [typed, setTyped] = useKeptWords('note');
  const [caret, setCaret] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  useShortcuts([
    { key: 'n', label: t('console.casework.key_note'), run: () => field.current?.focus() },
  ]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run('note', { text: typed.trim() })) setTyped('');
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="mt-4 grid max-w-xl justify-items-start gap-3"
    >
      <TextField
        label={t('console.casework.new_note')}
        helperText={t('console.casework.note_help')}
        value={typed}
        inputRef={field}
        onChange={(event) => {
          setTyped(event.target.value);
          setCaret(event.target.selectionStart ?? 0);
        }}
        slotProps={{ htmlInput: { maxLength: maxNote } }}
        multiline
        minRows={2}
        fullWidth
      />
      <Names
        typed={typed}
        caret={caret}
        onChoose={(completion) => {
          flushSync(() => setTyped(completion.text));
          setCaret(0);
          field.current?.focus();
          field.current?.setSelectionRange(completion.caret, completion.caret);
        }}
      />
      <GuardedButton
        type="submit"
        variant="outlined"
        pending={pending}
        blocked={typed.trim() === '' && t('console.blocked.nothing_written')}
      >
        {t('console.casework.add_note')}
      </GuardedButton>
    </form>
  );
}

interface NamesProps {
  readonly typed: string;
  readonly caret: number;
  readonly onChoose: (completion: ReturnType<typeof completed>) => void;
}

/** Colleagues whom the begun name may mean: buttons right after the field, which keys reach. */
function Names({ typed, caret, onChoose }: NamesProps) {
  const t = useText();
  const me = useStaff();
  const { desk } = useDesk();
  const others = desk?.team.filter(({ id }) => id !== me?.id) ?? [];
  const naming = caret > 0 ? namingAt(typed, caret, others) : null;
  if (!naming) return null;
  return (
    <ul aria-label={t('console.casework.colleagues')} className="flex flex-wrap gap-2">
      {naming.found.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            className="rounded-full bg-brand-soft px-3 py-1 text-brand-strong hover:underline forced-colors:border"
            onClick={() => onChoose(completed(typed, naming, name))}
          >
            @{name}
          </button>
        </li>
      ))}
    </ul>
  );
}
