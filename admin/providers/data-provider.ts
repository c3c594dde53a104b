import simpleRest from 'ra-data-simple-rest';
import {
  useDataProvider,
  type DataProvider,
  type GetListParams,
  type GetListResult,
  type Identifier,
  type RaRecord,
  type SortPayload,
} from 'react-admin';
import { totalCap } from '#platform/lists/console-records';
import type { Envelope } from './answers';
import type { Call } from './call';

interface ConsoleDataProvider extends DataProvider {
  /**
   * Sends an action, one of `record.allowedEvents`, never a state: `POST /api/admin/{resource}/{id}/{action}`.
   * Answers the API's message and data; `data.record` is the record as it stands now.
   */
  send(resource: string, id: Identifier, action: string, body?: object): Promise<Envelope>;
  /** One page of rows that leave the console: asks for a fresh second factor and is logged. */
  exportPage(resource: string, what: ExportedPage): Promise<{ data: RaRecord[]; more: boolean }>;
  /** Any other change below `/api/admin`, e.g. `command('POST', 'staff', {…})`. */
  command(method: 'POST' | 'DELETE', address: string, body?: object): Promise<Envelope>;
  /** Any other GET below `/api/admin`, e.g. `read('home')`; its JSON as it comes. */
  read<T>(address: string): Promise<T>;
  /** The bytes below `/api/admin`, e.g. `file('documents/<id>/file')`; the API logs each read. */
  file(address: string): Promise<Blob>;
}

interface ExportedPage {
  readonly filter: object;
  readonly sort: SortPayload;
  /** Number of the first row, counted from 0. */
  readonly from: number;
}

/** Rows of a page at most; the API gives no more at once. */
export const largestPage = 100;

const base = '/api/admin';

/** react-admin's questions in the form of ra-data-simple-rest; changes only as actions. */
export function createDataProvider(call: Call): ConsoleDataProvider {
  return {
    ...simpleRest(base, call),
    getList: (resource, { filter, sort, pagination }: GetListParams) =>
      listPage(call, resource, { filter: filter as object, sort, pagination }),
    send: async (resource, id, action, body = {}) => {
      const address = `${base}/${resource}/${encodeURIComponent(id)}/${action}`;
      const { json } = await call(address, { method: 'POST', body: JSON.stringify(body) });
      return json as Envelope;
    },
    exportPage: async (resource, { filter, sort, from }) => {
      const query = new URLSearchParams({
        filter: JSON.stringify(filter),
        sort: JSON.stringify([sort.field, sort.order]),
        range: JSON.stringify([from, from + largestPage - 1]),
        export: 'true',
      });
      const { json, headers } = await call(`${base}/${resource}?${query.toString()}`);
      const data = json as RaRecord[];
      // A list that shrinks under way ends with its last page.
      const more = data.length === largestPage && totalOf(headers) !== from + data.length;
      return { data, more };
    },
    command: async (method, address, body) => {
      const sent = body ? { method, body: JSON.stringify(body) } : { method };
      return (await call(`${base}/${address}`, sent)).json as Envelope;
    },
    read: async <T>(address: string) => (await call(`${base}/${address}`)).json as T,
    file: async (address) => (await call(`${base}/${address}`)).blob ?? new Blob(),
  };
}

/** The data provider with what the console adds to the kit's. */
export const useConsoleData = (): ConsoleDataProvider => useDataProvider<ConsoleDataProvider>();

/** Null: more than are counted. */
function totalOf(headers: Headers): number | null {
  const total = headers.get('Content-Range')?.split('/').pop();
  return total === '*' ? null : Number(total);
}

/**
 * A page as ra-data-simple-rest asks for it. Where there are more rows than are counted, the kit is informed whether there
 * is a next page in place of how many rows there are; the list ends at the cap.
 */
async function listPage<R extends RaRecord>(
  call: Call,
  resource: string,
  { filter, sort, pagination }: Required<Pick<GetListParams, 'filter'>> & GetListParams,
): Promise<GetListResult<R>> {
  const { page, perPage } = pagination ?? { page: 1, perPage: 25 };
  const from = (page - 1) * perPage;
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    range: JSON.stringify([from, from + perPage - 1]),
    ...(sort ? { sort: JSON.stringify([sort.field, sort.order]) } : {}),
  });
  const { json, headers } = await call(`${base}/${resource}?${query.toString()}`);
  const data = json as R[];
  const total = totalOf(headers);
  if (total !== null) return { data, total };
  const hasNextPage = data.length === perPage && from + perPage < totalCap;
  return { data, pageInfo: { hasNextPage, hasPreviousPage: page > 1 } };
}
