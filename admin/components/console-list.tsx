import type { ReactNode } from 'react';
import { ListBase, useResourceContext, type RaRecord, type SortPayload } from 'react-admin';
import { useText } from '../text';
import type { CsvColumn } from './csv';
import { ExportButton } from './export';
import { FilterBar, type ListFilter } from './filter-bar';
import { ListTable, type Column } from './list-table';
import { ListPages } from './list-pages';
import { PageHead } from './page-head';
import { SavedViews, type SavedView } from './views';

export interface ConsoleListProps<R extends RaRecord> {
  readonly columns: readonly Column<R>[];
  /** The API refuses other columns. */
  readonly sort: SortPayload;
  readonly filters?: readonly ListFilter[];
  /** What the list is filtered by until somebody chooses otherwise. */
  readonly first?: Readonly<Record<string, unknown>>;
  /** Named views of the list, as links above the filters. */
  readonly saved?: readonly SavedView[];
  readonly csv?: readonly CsvColumn<R>[];
  /** False: the rows lead nowhere. */
  readonly opens?: boolean;
  readonly actions?: ReactNode;
}

/**
 * A list of a resource: paged, sorted and filtered on the server, all of it in the address.
 * Words: `console.<resource>.title`, `.lead`, `.empty`.
 */
export function ConsoleList<R extends RaRecord>(props: ConsoleListProps<R>) {
  const t = useText();
  const resource = useResourceContext()!;
  const { columns, sort, filters = [], saved = [], csv, opens = true, actions, first } = props;
  return (
    <ListBase<R>
      sort={sort}
      perPage={25}
      filterDefaultValues={first}
      queryOptions={{ retry: false }}
    >
      <PageHead title={t(`console.${resource}.title`)} lead={t(`console.${resource}.lead`)}>
        {actions}
        {csv ? <ExportButton columns={csv} /> : null}
      </PageHead>
      <SavedViews views={saved} />
      <FilterBar filters={filters} />
      <ListTable columns={columns} opens={opens} empty={t(`console.${resource}.empty`)} />
      <ListPages />
    </ListBase>
  );
}
