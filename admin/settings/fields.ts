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
  | 'date'
  | 'choice'
  | 'choices'
  | 'list'
  | 'text'
  | 'unknown';

export interface Field {
  readonly path: readonly string[];
  readonly kind: FieldKind;
  readonly min?: number;
  readonly max?: number;
  /** Of a choice, or of choices. */
  readonly options?: readonly string[];
  /** Of a list: what each of its entries holds. */
  readonly parts?: readonly Field[];
}

/** As much of JSON Schema as settings use. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly string[];
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
  date: 'date',
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
  const options = schema.enum ?? schema.items?.enum;
  const parts = schema.items?.properties && below(schema.items, []);
  return [
    {
      ...{ path, kind: kindOf(schema), ...boundsOf(schema) },
      ...(options ? { options } : {}),
      ...(parts ? { parts } : {}),
    },
  ];
}

function kindOf({ type = '', format, items, enum: options }: Schema): FieldKind {
  if (format && formats[format]) return formats[format];
  if (options) return 'choice';
  if (type === 'array' && items?.format === 'date') return 'dates';
  if (type === 'array' && items?.enum) return 'choices';
  if (type === 'array' && items?.properties) return 'list';
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

/** What a new entry of a list begins with. */
export const emptyEntry = (parts: readonly Field[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(parts.map(({ path, kind, options }) => [path[0], emptyOf(kind, options)]));

function emptyOf(kind: FieldKind, options: readonly string[] = []): unknown {
  if (kind === 'choice') return options[0];
  if (['countries', 'dates', 'workdays', 'choices', 'list'].includes(kind)) return [];
  if (kind === 'switch') return false;
  return kind === 'text' || kind === 'date' ? '' : 0;
}

export interface FieldInputProps {
  /** The setting that it belongs to. */
  readonly setting: string;
  readonly field: Field;
  readonly label: string;
  readonly disabled: boolean;
  readonly value: unknown;
  /** What it is without a change of ours. */
  readonly standard: unknown;
  /** What the API says against the value. */
  readonly fault: string | null;
  /** The same of a part of it. */
  readonly faultOf: (path: readonly string[]) => string | null;
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

/** What an option is called; itself where this build has no words for it. */
export function optionLabel(t: Text, id: string, option: string): string {
  const key = `console.settings.of.${id}.option.${option}`;
  return hasText(key) ? t(key) : option;
}

/** What a field or a group of fields is called. */
export function fieldLabel(t: Text, id: string, path: readonly string[]): string {
  const key = `console.settings.of.${id}.field.${path.join('.') || 'value'}`;
  return hasText(key) ? t(key) : path.join(' ') || id;
}
