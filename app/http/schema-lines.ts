/** One member of a schema, for people: `photos[].id`, `string (uuid)`, required or not. */
export interface SchemaLine {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

interface Schema {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** The members of an object schema in order, nested ones under their path. */
export function schemaLines(schema: object, path = ''): SchemaLine[] {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.entries(properties).flatMap(([key, member]) => {
    const name = path ? `${path}.${key}` : key;
    const line = { name, type: typeOf(member), required: required.includes(key) };
    const [place, inner] = nested(member, name);
    return [line, ...(inner ? schemaLines(inner, place) : [])];
  });
}

const alternatives = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? [schema];

function nested(schema: Schema, name: string): [string, Schema?] {
  const inner = alternatives(schema).find((each) => each.properties ?? each.items?.properties);
  if (inner?.properties) return [name, inner];
  return [`${name}[]`, inner?.items];
}

function typeOf(schema: Schema): string {
  const parts = alternatives(schema);
  if (parts.length > 1) return [...new Set(parts.map(typeOf))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'any'}`;
  return `${[schema.type ?? 'any'].flat().join(' | ')}${limits(schema)}`;
}

function limits({ format, minLength, maxLength, minimum, maximum }: Schema): string {
  const shown = [
    format,
    minLength ? `at least ${minLength}` : undefined,
    maxLength ? `at most ${maxLength}` : undefined,
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `from ${minimum}` : undefined,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `to ${maximum}` : undefined,
  ].filter(Boolean);
  return shown.length > 0 ? ` (${shown.join(', ')})` : '';
}
