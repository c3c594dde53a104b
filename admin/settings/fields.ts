import { hasText, type Text } from '../text';

/** What a field of a setting asks for. */
type FieldKind =
  | 'duration'
  | 'count'
  | 'share'
  | 'switch'
  | 'countries'
  | 'workdays'
  | 'dates'
  | 'time-zone'
  | 'text'
  | 'unknown';

export interface Field {
  readonly path: readonly string[];
  readonly kind: FieldKind;
  readonly min?: number;
  readonly max?: number;
}

/** As much of JSON Schema as settings use. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

const formats: Readonly<Record<string, FieldKind>> = {
  milliseconds: 'duration',
  share: 'share',
  countries: 'countries',
  workdays: 'workdays',
  'time-zone': 'time-zone',
};
const types: Readonly<Record<string, FieldKind>> = {
  integer: 'count',
  boolean: 'switch',
  string: 'text',
};

/** The fields of a setting, one per value that is not an object, in the order of its schema. */
export function fieldsOf(given: Readonly<Record<string, unknown>>): Field[] {
  return below(given, []);
}

function below(schema: Schema, path: readonly string[]): Field[] {
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, inner]) =>
      below(inner, [...path, name]),
    );
  return [{ path, kind: kindOf(schema), ...boundsOf(schema) }];
}

function kindOf({ type = '', format, items }: Schema): FieldKind {
  if (format && formats[format]) return formats[format];
  if (type === 'array' && items?.format === 'date') return 'dates';
  return types[type] ?? 'unknown';
}

function boundsOf({
  type,
  minimum,
  exclusiveMinimum,
  maximum,
}: Schema): Pick<Field, 'min' | 'max'> {
  if (type !== 'integer' && type !== 'number') return {};
  return {
    min: minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1),
    // Where a number has no end of its own, the schema names the largest that is exact.
    max: maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum,
  };
}

export interface FieldInputProps {
  readonly field: Field;
  readonly label: string;
  readonly disabled: boolean;
  readonly value: unknown;
  /** What it is without a change of ours. */
  readonly standard: unknown;
  /** What the API says against the value. */
  readonly fault: string | null;
  readonly onChange: (next: unknown) => void;
}

/** What a setting is called; its key where this build has no words for it. */
export function settingTitle(t: Text, id: string): string {
  const key = `console.settings.of.${id}.title`;
  return hasText(key) ? t(key) : id;
}

/** What it is for; nothing where this build has no words for it. */
export function settingText(t: Text, id: string): string {
  const key = `console.settings.of.${id}.text`;
  return hasText(key) ? t(key) : '';
}

/** What a field or a group of fields is called. */
export function fieldLabel(t: Text, id: string, path: readonly string[]): string {
  const key = `console.settings.of.${id}.field.${path.join('.') || 'value'}`;
  return hasText(key) ? t(key) : path.join(' ') || id;
}
