import simpleRest from 'ra-data-simple-rest';
import {
  useDataProvider,
  type DataProvider,
  type Identifier,
  type RaRecord,
  type SortPayload,
} from 'react-admin';
import type { Envelope } from './answers';
import type { Call } from './call';

interface ConsoleDataProvider extends DataProvider {
  /**
   * Sends an action, one of `record.allowedEvents`, never a state: `POST /api/admin/{resource}/{id}/{action}`.
   * Answers the API's message and data; `data.record` is the record as it stands now.
   */
  send(resource: string, id: Identifier, action: string, body?: object): Promise<Envelope>;
  /** One page of rows that leave the console: asks for a fresh second factor and is logged. */
  exportPage(resource: string, what: ExportedPage): Promise<{ data: RaRecord[]; total: number }>;
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
      const total = Number(headers.get('Content-Range')?.split('/').pop());
      return { data: json as RaRecord[], total };
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
