import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useGetList } from 'react-admin';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { maxTicketMessage, type CannedRecord, type TicketDetailRecord } from '#contracts/support';
import { defaultLocale } from '#platform/base/locale';
import { useKeptWords } from '../components/kept-words';
import { Panel } from '../components/panel';
import { useSend } from '../components/sending';
import { useText } from '../text';
import { GuardedButton } from '../components/guarded-button';

/** The answer: typed, or begun with one that the team keeps, in the language of whoever reads it. */
export function Reply({ record }: { record: TicketDetailRecord }) {
  const t = useText();
  const { send, pending, faults } = useSend('tickets');
  const [typed, setTyped] = useKeptWords('answer');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await send(record.id, 'answer', { text: typed })) setTyped('');
  };
  if (!record.allowedEvents.includes('answer')) return null;
  return (
    <Panel title={t('console.tickets.answer')}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-ink-soft">
          {t(`console.tickets.answer_text.${record.owner === 'visitor' ? 'visitor' : 'account'}`)}
        </p>
        <Canned
          locale={record.locale}
          onChoose={(words) => setTyped(typed ? `${typed}\n\n${words}` : words)}
        />
        <TextField
          label={t('console.tickets.answer')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          multiline
          minRows={4}
          maxRows={16}
          required
          error={Boolean(faults.text)}
          helperText={faults.text?.[0]}
          slotProps={{ htmlInput: { maxLength: maxTicketMessage } }}
        />
        <div>
          <GuardedButton
            type="submit"
            variant="contained"
            pending={pending !== null}
            blocked={typed.trim() === '' && t('console.blocked.nothing_written')}
          >
            {t('console.tickets.action.answer')}
          </GuardedButton>
        </div>
      </form>
    </Panel>
  );
}

/** Everything that the team keeps: two pages of a list at most. */
const all = { page: 1, perPage: 100 };

function Canned({ locale, onChoose }: { locale: string; onChoose: (words: string) => void }) {
  const t = useText();
  const [chosen, setChosen] = useState('');
  const { data = [] } = useGetList<CannedRecord>('answers', {
    pagination: all,
    sort: { field: 'name', order: 'ASC' },
  });
  if (data.length === 0)
    return (
      <Link to="/admin/answers" className="link justify-self-start">
        {t('console.tickets.no_canned')}
      </Link>
    );
  return (
    <TextField
      select
      label={t('console.tickets.canned')}
      value={chosen}
      onChange={(event) => {
        const found = data.find(({ id }) => id === event.target.value);
        setChosen('');
        if (found) onChoose(found.texts[locale] ?? found.texts[defaultLocale] ?? '');
      }}
    >
      {data.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
