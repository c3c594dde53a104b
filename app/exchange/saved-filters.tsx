import { Form } from '@remix-run/react';
import { useId } from 'react';
import type { SavedFilter, SavedQuery } from '#contracts/exchange';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Button } from '../components/button';
import { Checkbox } from '../components/checkbox';
import { controlStyle } from '../components/control-style';
import { FieldErrors } from '../components/field';
import { listAddress } from './dashboard-address';
import { Section } from './filter-panel';

/** The clinic's own filters: one click applies one; each can be renamed, told of by mail, removed. */
export function SavedFilters({ filters, query }: { filters: SavedFilter[]; query: SavedQuery }) {
  const t = useText();
  const here = listAddress(query);
  const isNarrowed = Object.keys(query).length > 0;
  if (filters.length === 0 && !isNarrowed) return null;
  return (
    <Section title={t('clinic.filters.saved.title')}>
      <ul>
        {filters.map((filter) => (
          <li key={filter.id} className="border-b border-line py-1 last:border-0">
            <Link
              to={listAddress(filter.query)}
              aria-current={listAddress(filter.query) === here ? 'true' : undefined}
              className="link inline-flex min-h-9 items-center wrap-anywhere aria-current:font-semibold max-lg:min-h-11"
            >
              {filter.name}
            </Link>
            <Change filter={filter} here={here} />
          </li>
        ))}
      </ul>
      {isNarrowed ? <Save query={query} here={here} /> : <p>{t('clinic.filters.saved.how')}</p>}
    </Section>
  );
}

/** Of the name, or of the whole. */
const errorsIn = (error: Record<string, string[] | null> | null | undefined) =>
  error?.name ?? error?.[''] ?? undefined;

const nameField = { name: 'name', required: true, maxLength: 60, className: controlStyle };

function Save({ query, here }: { query: SavedQuery; here: string }) {
  const t = useText();
  const id = useId();
  const { reply, pending } = useIntent('save-filter');
  return (
    <Form key={here} method="post" action={here} className="mt-2 space-y-2">
      <label htmlFor={id} className="block font-semibold">
        {t('clinic.filters.saved.name')}
      </label>
      <input id={id} {...nameField} />
      <FieldErrors id={`${id}-error`} errors={errorsIn(reply?.error)} />
      {Object.entries(query).map(([field, value]) => (
        <input key={field} type="hidden" name={`query.${field}`} value={value} />
      ))}
      <Checkbox id={`${id}-mails`} name="mails" label={t('clinic.filters.saved.mails')} />
      <Button variant="secondary" name="intent" value="save-filter" pending={pending}>
        {t('clinic.filters.saved.save')}
      </Button>
    </Form>
  );
}

function Change({ filter, here }: { filter: SavedFilter; here: string }) {
  const t = useText();
  const id = useId();
  const change = useIntent('change-filter');
  const { initialValue, error } = change.reply ?? {};
  const failed = initialValue?.filterId === filter.id ? error : undefined;
  return (
    <details open={failed ? true : undefined}>
      <summary className="cursor-pointer text-ink-soft">
        {t('clinic.filters.saved.change', { mails: filter.mails ? 'yes' : 'no' })}
        <span className="sr-only">: {filter.name}</span>
      </summary>
      <Form method="post" action={here} className="space-y-2 py-2">
        <input type="hidden" name="filterId" value={filter.id} />
        <label htmlFor={id} className="block font-semibold">
          {t('clinic.filters.saved.name')}
        </label>
        <input id={id} {...nameField} defaultValue={filter.name} />
        <FieldErrors id={`${id}-error`} errors={errorsIn(failed)} />
        <Checkbox
          id={`${id}-mails`}
          name="mails"
          defaultChecked={filter.mails}
          label={t('clinic.filters.saved.mails')}
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" name="intent" value="change-filter" pending={change.pending}>
            {t('clinic.filters.saved.keep')}
          </Button>
          <Button variant="quiet" name="intent" value="remove-filter" formNoValidate>
            {t('clinic.filters.saved.remove')}
          </Button>
        </div>
      </Form>
    </details>
  );
}
