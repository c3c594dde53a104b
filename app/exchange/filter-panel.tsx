import { Form, useSubmit } from '@remix-run/react';
import { SlidersHorizontal, X } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { cities, labelKey } from '#contracts/consultation';
import {
  dateRanges,
  narrowingNames,
  narrowings,
  treatmentLabels,
  type NarrowingName,
  type SavedQuery,
} from '#contracts/exchange';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Button } from '../components/button';
import { buttonStyle } from '../components/button-style';
import { controlStyle } from '../components/control-style';
import { cx } from '../components/cx';
import type { Drawer } from '../components/use-drawer';
import { dashboardPath } from './dashboard-address';

const panelId = 'filters';
const formId = 'filter-form';

interface SearchProps {
  query: SavedQuery;
  drawer: Drawer;
}

/** The search box; it is a part of the panel's form. */
export function SearchBar({ query, drawer }: SearchProps) {
  const t = useText();
  const chosen = Object.keys(query).filter((field) => field !== 'q').length;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-60">
        <label htmlFor="search" className="mb-1 block font-semibold">
          {t('clinic.filters.search')}
        </label>
        <input
          key={query.q}
          id="search"
          form={formId}
          type="search"
          name="q"
          maxLength={100}
          defaultValue={query.q}
          className={controlStyle}
        />
      </div>
      <Button form={formId} variant="secondary">
        {t('clinic.filters.find')}
      </Button>
      <a
        href={`#${panelId}`}
        onClick={(event) => {
          event.preventDefault();
          drawer.setOpen(true);
        }}
        className={buttonStyle({ variant: 'secondary', className: 'lg:hidden' })}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {chosen > 0 ? t('clinic.filters.open_some', { count: chosen }) : t('clinic.filters.open')}
      </a>
    </div>
  );
}

interface PanelProps extends SearchProps {
  /** Above the filters: what is kept of them. */
  saved: ReactNode;
  stats: ReactNode;
}

/** What narrows the list: a column beside it, on phones a drawer over it. */
export function FilterPanel({ query, drawer, saved, stats }: PanelProps) {
  const t = useText();
  const { open, setOpen, panel } = drawer;
  return (
    <aside
      id={panelId}
      ref={panel}
      tabIndex={-1}
      aria-label={t('clinic.filters.title')}
      className={cx(
        'fixed inset-0 z-40 overflow-y-auto bg-paper p-4 target:block lg:static lg:block lg:overflow-visible lg:p-0',
        open ? 'block' : 'hidden',
      )}
    >
      <div className="mb-2 flex items-center justify-between lg:hidden">
        <h2 className="text-lg">{t('clinic.filters.title')}</h2>
        <a
          href="#main"
          onClick={(event) => {
            if (!open) return;
            event.preventDefault();
            setOpen(false);
          }}
          aria-label={t('common.close')}
          className="-m-2 grid size-11 place-items-center"
        >
          <X aria-hidden="true" className="size-5" />
        </a>
      </div>
      <Section title={t('clinic.stats.title')}>{stats}</Section>
      {saved}
      <FilterForm key={JSON.stringify(query)} query={query} drawer={drawer} />
    </aside>
  );
}

function FilterForm({ query, drawer: { open, setOpen } }: SearchProps) {
  const t = useText();
  const submit = useSubmit();
  // In the drawer the list is not seen: there the button says when to look.
  const onChange = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (!open) submit(currentTarget, { preventScrollReset: true, replace: true });
  };
  return (
    <Form
      id={formId}
      method="get"
      action={dashboardPath}
      onChange={onChange}
      onSubmit={() => setOpen(false)}
    >
      <Choice
        name="date"
        values={dateRanges}
        chosen={query.date}
        words={(one) => t(`clinic.filters.date.${one}`)}
      />
      <Choice
        name="treatment"
        values={treatmentLabels}
        chosen={query.treatment}
        words={(one) => t(labelKey('specialty', one))}
      />
      <Choice
        name="location"
        values={cities}
        chosen={query.location}
        words={(one) => t(labelKey('city', one))}
      />
      {narrowingNames.map((name) => (
        <Choice
          key={name}
          name={name}
          values={narrowings[name].values}
          chosen={query[name]}
          words={(one) =>
            t(name === 'budget' ? `clinic.filters.budget.${one}` : labelKey(name, one))
          }
        />
      ))}
      <div className="sticky -bottom-4 flex flex-wrap gap-3 bg-paper py-3 lg:static">
        <Button>{t('clinic.filters.apply')}</Button>
        <Link
          to={dashboardPath}
          onClick={() => setOpen(false)}
          className={buttonStyle({ variant: 'quiet' })}
        >
          {t('clinic.filters.clear')}
        </Link>
      </div>
    </Form>
  );
}

interface ChoiceProps<V extends string> {
  name: 'date' | 'treatment' | 'location' | NarrowingName;
  values: readonly V[];
  chosen: string | undefined;
  words: (value: V) => string;
}

/** One section: its values, and none of them. */
function Choice<V extends string>({ name, values, chosen, words }: ChoiceProps<V>) {
  const t = useText();
  const title = t(`clinic.filters.section.${name}`);
  return (
    <Section title={title}>
      <fieldset>
        <legend className="sr-only">{title}</legend>
        <Radio name={name} value="" checked={!chosen} label={t('clinic.filters.any')} />
        {values.map((value) => (
          <Radio
            key={value}
            name={name}
            value={value}
            checked={chosen === value}
            label={words(value)}
          />
        ))}
      </fieldset>
    </Section>
  );
}

function Radio(props: { name: string; value: string; checked: boolean; label: string }) {
  const { name, value, checked, label } = props;
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2 max-lg:min-h-11">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={checked}
        className="size-5 accent-brand"
      />
      {label}
    </label>
  );
}

/** A part of the panel that folds. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details open className="border-b border-line py-2 text-sm">
      <summary className="cursor-pointer py-1 text-base font-semibold">{title}</summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
