import { days } from '#platform/base/duration';
import type { Person } from './people';
import { clinicToday } from '../../kit/clinic-days';

interface Schema {
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  minimum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
}

/** What a member of that name is, wherever it stands. */
export type Known = Readonly<Record<string, unknown>>;

/** Members whose schema does not say what they hold. */
const named: Known = {
  email: 'ada.kaya@example.com',
  website: 'https://clinic.example.com',
  otpCode: '123456',
  code: '123456',
  reason: 'The document could not be read.',
  validUntil: '2029-06-30',
  // Read off documents that a law asks for; those of the fuzz are of other kinds.
  number: undefined,
  issuer: undefined,
  foundOn: null,
  filter: '{}',
  range: '[0,24]',
  sort: '["id","ASC"]',
  photos: [],
  items: [],
  attachments: [],
  listPriceCents: 900_000,
  earliestDate: '2027-01-04',
  startsAt: new Date(Date.now() + days(30)).toISOString(),
  quietHours: { from: '22:00', to: '07:00', zone: 'Europe/London' },
  // Today where the clinics are.
  treatedOn: clinicToday(),
};

/**
 * A value that the schema takes: each member by its name when that says more than the schema, else the first that
 * fits. `known` goes before everything else.
 */
export function exampleOf(schema: object, known: Known): unknown {
  return valueOf(schema as Schema, { ...named, ...known });
}

function valueOf(schema: Schema, known: Known): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return valueOf(options[0]!, known);
  const [type] = [schema.type ?? 'unknown'].flat();
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, member]) => [
        key,
        key in known && !choicesOf(member) ? known[key] : valueOf(member, known),
      ]),
    );
  if (type === 'array') return schema.items ? [valueOf(schema.items, known)] : [];
  if (type === 'integer' || type === 'number')
    return schema.exclusiveMinimum !== undefined ? 1 : Math.max(0, schema.minimum ?? 0);
  if (type === 'boolean') return false;
  if (type === 'string') return schema.format === 'uuid' ? crypto.randomUUID() : 'Ada Kaya';
  return {};
}

/** What a person says of themselves. */
export const ownOf = ({ phone }: Person): Known => ({ phoneNumber: phone });

/** The values of which a member takes one; a name says less than they do. */
const choicesOf = (schema: Schema): unknown[] | undefined => {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  return schema.enum ?? (first && choicesOf(first));
};
