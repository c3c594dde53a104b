import { dashboardPath, listAddress } from './dashboard-address';
import { Form, useSubmit } from '@remix-run/react';
import { SlidersHorizontal, X } from 'lucide-react';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cities, labelKey } from '#contracts/consultation';
import {
  dateRanges,
  type NarrowingName,
  narrowingNames,
  narrowings,
  type SavedFilter,
  type SavedQuery,
  treatmentLabels,
} from '#contracts/exchange';
import { useIntent } from '#app/auth/use-intent';
import { buttonStyle } from '../components/button-style';
import { Button } from '../components/button';
import { Checkbox } from '../components/checkbox';
import { controlStyle } from '../components/control-style';
import { cx } from '../components/cx';
import { FieldErrors } from '../components/field';
import { Link } from '#app/components/link';
import { useText } from '#app/i18n/use-text';

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
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details open className="border-b border-line py-2 text-sm">
      <summary className="cursor-pointer py-1 text-base font-semibold">{title}</summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}

/** The clinic's own filters: one click applies one; each can be renamed, announced by mail, removed. */
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

interface Drawer {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly panel: RefObject<HTMLElement>;
}

/**
 * A part of the page that lies over it on phones. Without JavaScript a link to it opens it (`target:block`); with it the
 * focus goes in and comes back, and Escape closes it.
 */
export function useDrawer(opened = false): Drawer {
  const [open, setOpen] = useState(opened);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    panel.current?.focus();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false);
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [open]);
  return { open, setOpen, panel };
}
