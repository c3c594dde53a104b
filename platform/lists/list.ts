import { z } from 'zod';
import { totalCap } from './console-records';
import { cleanText } from '../text/text';

/** Rows of a page at most; an export turns pages. */
export const maxPage = 100;
const defaultPage = 25;
/** Rows that can leave in bulk, page by page. */
const bulkCap = 5_000;

/** What a list may be sorted and filtered by; anything else is refused (security 44). */
export interface ListDefinition<
  Sort extends string = string,
  Filters extends z.ZodRawShape = z.ZodRawShape,
> {
  /** Names of sort columns besides `id`, which every list takes; the query of the module knows what they stand for. */
  readonly sort: readonly [Sort, ...Sort[]];
  readonly defaultSort: readonly [Sort, 'ASC' | 'DESC'];
  /** Besides `q` and `id`, which every list takes. Each is optional. */
  readonly filters: Filters;
}

export const defineList = <const Sort extends string, Filters extends z.ZodRawShape>(
  definition: ListDefinition<Sort, Filters>,
): ListDefinition<Sort, Filters> => definition;

/** One page that was asked for. */
export interface ListRequest<Sort extends string = string, Filter = object> {
  readonly filter: Filter & {
    /** Cleaned text, never empty. */
    readonly q?: string;
    /** As they came: an id that cannot exist matches nothing. */
    readonly id?: readonly string[];
  };
  readonly sort: { readonly field: Sort | 'id'; readonly order: 'ASC' | 'DESC' };
  /** Rows before the page, and rows on it. */
  readonly offset: number;
  readonly limit: number;
  /** The rows leave the console in bulk: asks for a fresh factor and is logged. */
  readonly bulk: boolean;
}

type FilterOf<Filters extends z.ZodRawShape> = {
  readonly [K in keyof Filters]?: z.output<Filters[K]>;
};

/** The request that a definition makes of a query. */
export type RequestOf<D> =
  D extends ListDefinition<infer Sort, infer Filters>
    ? ListRequest<Sort, FilterOf<Filters>>
    : never;

/** What a list query answers: the rows of the page and how many there are on all pages; null: more than {@link totalCap}. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number | null;
}

/** A filter that takes one value or several; several match any of them. */
export const oneOrMany = <S extends z.ZodType>(value: S) =>
  z.union([value.transform((one) => [one]), z.array(value).max(50)]);

/** A filter by words, cleaned. */
export const filterText = z.string().max(200).transform(cleanText);

/** A filter by time: ISO 8601, UTC, in years that every database knows. */
export const filterInstant = z.iso
  .datetime()
  .refine((text) => text >= '1970' && text < '9999', 'error.invalid_value');

const maxJson = 16_384;

const jsonText = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .max(maxJson)
    .transform((text, issues): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        issues.addIssue({ code: 'custom', message: 'error.malformed_json' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const anyId = z.union([z.string().max(100), z.int().transform(String)]);

const range = z
  .tuple([z.int().min(0).max(bulkCap), z.int().min(0)])
  .refine(([first, last]) => last >= first);

/**
 * The query of a list as ra-data-simple-rest writes it: `filter={"status":"pending"}`, `range=[0,24]`,
 * `sort=["dueAt","ASC"]`, each JSON, and `export=true` for rows that leave in bulk. A longer range answers its first rows,
 * as Content-Range says.
 */
export function listQuery<Sort extends string, Filters extends z.ZodRawShape>(
  definition: ListDefinition<Sort, Filters>,
): z.ZodType<ListRequest<Sort, FilterOf<Filters>>> {
  const filter = z
    .strictObject({ ...definition.filters, q: filterText, id: z.array(anyId).max(maxPage) })
    .partial();
  const fields = [...new Set(['id', ...definition.sort])];
  return z
    .strictObject({
      filter: jsonText(filter).meta({
        description: `JSON object of any of: ${Object.keys(filter.shape).join(', ')}`,
      }),
      range: jsonText(range).meta({
        description: `JSON array of the first and the last row; at most ${maxPage} are answered`,
      }),
      sort: jsonText(z.tuple([z.enum(fields), z.enum(['ASC', 'DESC'])])).meta({
        description: `JSON array of one of ${fields.join(', ')}, and ASC or DESC`,
      }),
      export: z.literal('true'),
    })
    .partial()
    .refine(isWithinReach, { path: ['range'], message: 'error.beyond_list' })
    .transform((query) => requestOf(definition, query as Query)) as never;
}

/** The rows of a list that has more than are counted end there, whoever asks. */
const isWithinReach = ({ range, export: bulk }: { range?: unknown; export?: unknown }): boolean =>
  !range || (range as number[])[0]! <= (bulk ? bulkCap : totalCap);

interface Query {
  filter?: { q?: string; id?: string[] };
  range?: [number, number];
  sort?: [string, 'ASC' | 'DESC'];
  export?: 'true';
}

function requestOf(definition: ListDefinition, query: Query): ListRequest {
  const { q, ...filter } = query.filter ?? {};
  const last = filter.id ? maxPage - 1 : defaultPage - 1;
  const [from, to] = query.range ?? [0, last];
  const [field, order] = query.sort ?? definition.defaultSort;
  return {
    filter: q ? { ...filter, q } : filter,
    sort: { field, order },
    offset: from,
    limit: Math.min(to - from + 1, maxPage),
    bulk: query.export === 'true',
  };
}

/** `clinics 0-24/319`; `clinics *\/0` when the page is empty; `clinics 0-24/*` when there are more than are counted. */
export function contentRange(name: string, request: ListRequest, page: Page<unknown>): string {
  const { length } = page.rows;
  const rows = length > 0 ? `${request.offset}-${request.offset + length - 1}` : '*';
  return `${name} ${rows}/${page.total ?? '*'}`;
}
