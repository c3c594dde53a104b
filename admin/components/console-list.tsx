import type { ReactNode } from 'react';
import { ListBase, useResourceContext, type RaRecord, type SortPayload } from 'react-admin';
import { OwnViews } from './casework/own-views';
import { useStaff } from '../providers/auth-provider';
import { text, useText, type Values } from '../text';
import type { CsvColumn } from './csv';
import { ExportButton } from './export';
import { FilterBar, type FilterChoice, type ListFilter } from './filter-bar';
import { ListTable, type Column } from './list-table';
import { ListPages } from './list-pages';
import { PageHead } from './page-head';
import { When } from './times';
import { SavedViews, type ListView } from './views';

/** A column of a list, of its export, or of both. The first one of a list leads to the record. */
export interface ColumnOf<R> {
  /** Words: `console.<resource>.<label>`, or a whole key. */
  readonly label: string;
  /** What the words name. */
  readonly values?: Values;
  /** Whose value is exported, and shown unless `show` says how. */
  readonly field?: keyof R & string;
  /** How the field is shown; `word`: as `console.<resource>.<field>.<value>`. */
  readonly as?: 'time' | 'date' | 'strong' | 'word';
  readonly show?: (record: R) => ReactNode;
  /** What is exported instead of the field. */
  readonly csv?: CsvColumn<R>['value'];
  /** Without it: the list, and the export when there is a `field` or a `csv`. */
  readonly only?: 'list' | 'export';
  /** The API's sort column, when the list can be sorted by it; true: the field. */
  readonly sort?: string | true;
  /** Figures. */
  readonly end?: boolean;
  readonly forAdmins?: boolean;
}

export interface FilterOf {
  readonly source: string;
  /** Words: as those of a column. */
  readonly label: string;
  /** Values that the API takes; words: `console.<resource>.<source>.<id>`, or behind the key `words`. */
  readonly ids?: readonly string[];
  readonly words?: string;
  /** Choices in other words, before those of `ids`; `staff`: the team by name. */
  readonly choices?: readonly FilterChoice[] | 'staff';
  readonly date?: 'start' | 'end';
  /** The one choice is the queue of the resource. */
  readonly queue?: true;
}

export const search: FilterOf = { source: 'q', label: 'search' };
/** Narrows a list to what `waitingIn` shows. */
export const waits: FilterOf = { source: 'queue', label: 'waits', queue: true };

/** Named views of a list by their words, which are as those of a column; without an order the list's. */
type ViewsOf = Readonly<Record<string, Pick<ListView, 'filter'> & Partial<ListView>>>;

/** What a resource says of its list. */
export interface ListOf<R> {
  readonly columns: readonly ColumnOf<R>[];
  /** The API refuses other columns. */
  readonly sort: SortPayload;
  readonly filters?: readonly FilterOf[];
  /** What the list is filtered by until somebody chooses otherwise. */
  readonly first?: Readonly<Record<string, unknown>>;
  /** Links above the filters; for whom is said where it matters. */
  readonly views?: ViewsOf | ((staffId: string | undefined) => ViewsOf);
  /** Who can save the list as a file; absent: nobody. */
  readonly exports?: 'all' | 'admins';
  readonly actions?: ReactNode;
}

interface ConsoleListProps<R> {
  readonly of: ListOf<R>;
  /** Whether the rows lead to records. */
  readonly opens: boolean;
}

/** A whole key, or one below the words of a resource. */
const keyIn = (resource: string, label: string) =>
  /^(console|catalogue)\./.test(label) ? label : ['console', resource, label].join('.');

/**
 * A list of a resource: paged, sorted and filtered on the server, all of it in the address.
 * Words: `console.<resource>.title`, `.lead`, `.empty`.
 */
export function ConsoleList<R extends RaRecord>({ of, opens }: ConsoleListProps<R>) {
  const t = useText();
  const resource = useResourceContext()!;
  const me = useStaff();
  const { sort, filters = [], views = {}, exports, actions, first } = of;
  const isAdmin = me?.role === 'admin';
  const columns = of.columns.filter(({ forAdmins }) => !forAdmins || isAdmin);
  const named = Object.entries(typeof views === 'function' ? views(me?.id) : views);
  return (
    <ListBase<R>
      sort={sort}
      perPage={25}
      filterDefaultValues={first}
      queryOptions={{ retry: false }}
    >
      <PageHead title={t(`console.${resource}.title`)} lead={t(`console.${resource}.lead`)}>
        {actions}
        {exports === 'all' || (exports && isAdmin) ? (
          <ExportButton columns={exportedOf(resource, columns)} />
        ) : null}
      </PageHead>
      <SavedViews
        views={named.map(([label, view]) => ({ sort, ...view, label: t(keyIn(resource, label)) }))}
      />
      <OwnViews />
      <FilterBar filters={filters.map((filter) => filterOf(resource, filter))} />
      <ListTable
        columns={listedOf(resource, columns)}
        opens={opens}
        empty={t(`console.${resource}.empty`)}
      />
      <ListPages />
    </ListBase>
  );
}

const listedOf = <R,>(resource: string, columns: readonly ColumnOf<R>[]): Column<R>[] =>
  columns
    .filter(({ only }) => only !== 'export')
    .map(({ label, values, field, sort, end, show, as }) => ({
      key: label,
      label: text(keyIn(resource, label), values),
      sort: sort === true ? field : sort,
      end,
      render: show ?? ((record) => shownAs(as, record[field!], keyIn(resource, field!))),
    }));

function shownAs(as: ColumnOf<unknown>['as'], value: unknown, words: string): ReactNode {
  if (as === 'time' || as === 'date')
    return <When at={value as string | null} format={as === 'time' ? 'datetime' : 'date'} />;
  if (as === 'strong') return <span className="font-semibold break-words">{value as string}</span>;
  return as === 'word' ? text(`${words}.${String(value)}`) : (value as ReactNode);
}

const exportedOf = <R,>(resource: string, columns: readonly ColumnOf<R>[]): CsvColumn<R>[] =>
  columns
    .filter(({ only, field, csv }) => only !== 'list' && (field ?? csv))
    .map(({ label, values, field, csv }) => ({
      label: text(keyIn(resource, label), values),
      value: csv ?? ((record) => record[field!] as string | number | null),
    }));

function filterOf(resource: string, described: FilterOf): ListFilter {
  const { ids = [], words = described.source, choices = [], queue, ...filter } = described;
  const label = text(keyIn(resource, filter.label));
  if (choices === 'staff') return { ...filter, label, choices };
  const all = [
    ...(queue ? [{ id: 'waiting', name: text(`console.queue.${resource}`) }] : choices),
    ...ids.map((id) => ({ id, name: text(`${keyIn(resource, words)}.${id}`) })),
  ];
  return { ...filter, label, choices: all.length > 0 ? all : undefined };
}
