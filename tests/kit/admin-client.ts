import type { Ctx } from '#platform/context';
import { signedInStaff, type SignedInStaff } from '../../modules/identity/testing';
import type { TestServer } from './http';

/** What the console got: rows or a record, and the envelope of an event or of a failure. */
export interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & {
    code?: string;
    errors?: Record<string, string[]>;
    data?: { record: Record<string, unknown> };
  };
  /** The body as rows of a list. */
  readonly rows: Array<Record<string, unknown>>;
  /** The number after the slash of Content-Range; null without one. */
  readonly total: number | null;
}

/** Speaks to `/api/admin` as ra-data-simple-rest does. */
export class AdminClient {
  constructor(
    private readonly server: Pick<TestServer, 'request'>,
    readonly cookie = '',
  ) {}

  list = (resource: string, query: Record<string, unknown> = {}): Promise<AdminAnswer> => {
    const { export: bulk, ...json } = query;
    const pairs = Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)]);
    const search = new URLSearchParams([...pairs, ...(bulk ? [['export', 'true']] : [])]);
    return this.get(`/${resource}?${search}`);
  };

  get = (path: string): Promise<AdminAnswer> => this.ask('GET', path);

  send = (resource: string, id: string, event: string, body: unknown = {}): Promise<AdminAnswer> =>
    this.ask('POST', `/${resource}/${encodeURIComponent(id)}/${event}`, body);

  private async ask(method: string, path: string, body?: unknown): Promise<AdminAnswer> {
    const response = await this.server.request(`/api/admin${path}`, {
      method,
      headers: {
        ...(this.cookie ? { Cookie: this.cookie } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = (await response.json()) as AdminAnswer['body'];
    const range = response.headers.get('Content-Range');
    return {
      status: response.status,
      headers: response.headers,
      body: answer,
      rows: Array.isArray(answer) ? (answer as AdminAnswer['rows']) : [],
      total: range ? Number(range.split('/').pop()) : null,
    };
  }
}

export interface AdminPerson extends SignedInStaff {
  readonly client: AdminClient;
}

/** A member of staff at the console. */
export async function atConsole(
  server: Pick<TestServer, 'request' | 'ctx'>,
  role: 'reviewer' | 'admin',
  name?: string,
): Promise<AdminPerson> {
  const staff = await signedInStaff(server.ctx() as Ctx, { role, name });
  return { ...staff, client: new AdminClient(server, `staff=${staff.token}`) };
}
