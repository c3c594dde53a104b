import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { BookmarkPlus, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { maxViewName } from '#contracts/casework';
import { GuardedButton } from '../guarded-button';
import { isSameView, listAddress, type ListView } from '../views';
import { useText } from '../../text';
import { useDesk, useDeskCommand } from './desk';

/** What a list shows now, without the words of a search: those are not kept. */
function useShownView(): ListView {
  const { filterValues, sort } = useListContext();
  const { q: _search, ...filter } = filterValues as Record<string, unknown>;
  return { filter, sort };
}

/** Views of a list that the acting person has kept, and a way to keep the one that is shown. */
export function OwnViews() {
  const t = useText();
  const { resource } = useListContext();
  const { desk } = useDesk();
  const { run, pending } = useDeskCommand();
  const shown = useShownView();
  if (!desk) return null;
  const views = desk.views.filter((view) => view.resource === resource);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {views.length > 0 ? (
        <ul aria-label={t('console.casework.own_views')} className="flex flex-wrap gap-2">
          {views.map(({ id, name, query }) => (
            <li
              key={id}
              className="inline-flex items-center rounded-full bg-surface ring-1 ring-line ring-inset forced-colors:border"
            >
              <Link
                to={listAddress(resource, query)}
                aria-current={isSameView(query, shown) ? 'page' : undefined}
                className="py-1 pl-3 aria-[current=page]:font-semibold aria-[current=page]:text-brand"
              >
                {name}
              </Link>
              <button
                type="button"
                aria-label={t('console.casework.forget_view', { name })}
                disabled={pending}
                className="grid size-8 place-items-center rounded-full text-ink-soft hover:text-ink"
                onClick={() => void run('DELETE', `views/${id}`)}
              >
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <KeepView resource={resource} view={shown} />
    </div>
  );
}

function KeepView({ resource, view }: { resource: string; view: ListView }) {
  const t = useText();
  const { run, pending } = useDeskCommand();
  const [name, setName] = useState<string | null>(null);
  if (name === null)
    return (
      <Button startIcon={<BookmarkPlus size={16} aria-hidden />} onClick={() => setName('')}>
        {t('console.casework.keep_view')}
      </Button>
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wish = { resource, name: name.trim(), query: view };
    if (await run('POST', 'views', wish)) setName(null);
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="grid w-full max-w-md justify-items-start gap-2"
    >
      <TextField
        label={t('console.casework.view_name')}
        helperText={t('console.casework.view_help')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: maxViewName } }}
        fullWidth
        autoFocus
      />
      <div className="flex flex-wrap items-center gap-2">
        <GuardedButton
          type="submit"
          variant="outlined"
          pending={pending}
          blocked={name.trim() === '' && t('console.blocked.nothing_written')}
        >
          {t('console.casework.keep')}
        </GuardedButton>
        <Button onClick={() => setName(null)}>{t('console.cancel')}</Button>
      </div>
    </form>
  );
}
