import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { ClaimMark, useClaims } from './casework/claims';
import { useText } from '../text';
import { ListState } from './list-state';
import { useRowKeys } from './use-row-keys';

/** One column. The first one is the link to the record. */
export interface Column<R> {
  readonly key: string;
  readonly label: string;
  readonly render: (record: R) => ReactNode;
  /** The API's sort column, when the list can be sorted by it. */
  readonly sort?: string;
  /** Figures. */
  readonly end?: boolean;
}

interface ListTableProps<R> {
  readonly columns: readonly Column<R>[];
  readonly opens: boolean;
  readonly empty: string;
}

/** The rows of a list as a table; on phones each row is a card. */
export function ListTable<R extends RaRecord>({ columns, opens, empty }: ListTableProps<R>) {
  const { data, resource, isFetching } = useListContext<R>();
  const body = useRowKeys(opens);
  const claims = useClaims(resource, data?.map(({ id }) => String(id)) ?? []);
  if (!data || data.length === 0) return <ListState columns={columns.length} empty={empty} />;
  return (
    <div className="panel overflow-x-auto" aria-busy={isFetching}>
      <table className="list-table w-full">
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {data.map((record) => (
            <tr key={record.id} className="group relative hover:bg-paper">
              {columns.map(({ key, label, render, end }, place) => (
                <td key={key} data-label={label} className={end ? 'sm:text-right' : ''}>
                  {place === 0 && opens ? (
                    <div>
                      <Link
                        to={`/admin/${resource}/${encodeURIComponent(record.id)}/show`}
                        className="row-link font-semibold text-brand hover:underline"
                      >
                        {render(record)}
                      </Link>
                      <ClaimMark claim={claims.get(String(record.id))} />
                    </div>
                  ) : (
                    render(record)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeadCell<R>({ column: { label, sort: field, end } }: { column: Column<R> }) {
  const t = useText();
  const { sort, setSort } = useListContext();
  const align = end ? 'text-right' : 'text-left';
  if (!field)
    return (
      <th scope="col" className={align}>
        {label}
      </th>
    );
  const active = sort.field === field;
  const up = sort.order === 'ASC';
  const Arrow = up ? ArrowUp : ArrowDown;
  const order = active ? (up ? 'ascending' : 'descending') : 'none';
  return (
    <th scope="col" aria-sort={order} className={align}>
      <button
        type="button"
        className={`inline-flex items-center gap-1 rounded-sm hover:text-ink ${active ? 'text-ink' : ''}`}
        title={t('console.sort_by', { column: label })}
        onClick={() => setSort({ field, order: active && up ? 'DESC' : 'ASC' })}
      >
        {label}
        {active ? <Arrow size={13} aria-hidden /> : null}
      </button>
    </th>
  );
}
