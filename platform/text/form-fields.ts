import type { z } from 'zod';
import { hasMarkRun, normalized } from './text';

/** More than any form of ours has: the offer of the longest template sends 133 (`tests/routes/hostile-forms.test.ts`). */
export const maxFormFields = 200;

const longestName = 100;
/** One word, and up to three more or places in a list: a place makes a list of that length. */
const shape = /^[\w-]+(?:\.[\w-]+|\[\d{0,2}\]){0,3}$/;
/** What names no field of anybody: parts that JavaScript reads as something else, and the form library's own fields. */
const reserved = /(?:^|\.)(?:__|(?:constructor|prototype)(?![\w-]))/;

/** Whether a form may have a field of this name at all: the one place that decides on names, of text and of files. */
export const isFieldName = (name: string): boolean =>
  name.length <= longestName && shape.test(name) && !reserved.test(name);

/** What no keyboard types and Postgres cannot store. */
// eslint-disable-next-line no-control-regex
const unstorable = /\u0000/g;

/** A field's text as it is read: NFC. With too many marks in a row it stays as it came: {@link unfitFields} names it. */
export const fieldText = (value: string): string => {
  const text = value.replace(unstorable, '');
  return hasMarkRun(text) ? text : normalized(text, 'NFC');
};

/** Names of the fields whose text is refused for its marks. */
export const unfitFields = (form: FormData): string[] => [
  ...new Set([...form].flatMap(([name, value]) => (hasMarkRun(String(value)) ? [name] : []))),
];

/** How many fields a body of `name=value&…` has, counted before anything is made of it; stops at `most` + 1. */
export function countFields(body: string, most: number): number {
  let count = 1;
  for (let at = body.indexOf('&'); at !== -1 && count <= most; at = body.indexOf('&', at + 1))
    count += 1;
  return count;
}

/**
 * The fields of a form that its schema knows; what older pages and shared forms send besides is left out. Null where
 * one field says that it is a text and another one that it is a list or has fields.
 */
export function knownFields(form: FormData, schema: z.core.$ZodType): FormData | null {
  const known = new FormData();
  for (const [name, value] of form) if (knows(schema, partsOf(name))) known.append(name, value);
  const names = new Set(known.keys());
  const isWithin = (name: string): boolean =>
    [...name.matchAll(/[.[]/g)].some(({ index }) => names.has(name.slice(0, index)));
  return [...names].some(isWithin) ? null : known;
}

/** `a.b[0].c` as its parts. */
const partsOf = (name: string): string[] => name.replace(/\]/g, '').split(/[.[]/);

/** What the parts of a schema are called inside the library; each kind has some of them. */
interface Def {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
  readonly getter?: () => z.core.$ZodType;
  readonly shape?: Record<string, z.core.$ZodType>;
  readonly catchall?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly items?: readonly z.core.$ZodType[];
  readonly options?: readonly z.core.$ZodType[];
  readonly left?: z.core.$ZodType;
  readonly right?: z.core.$ZodType;
}

/** Whether some input that the schema takes has text at this place. */
function knows(schema: z.core.$ZodType | undefined, parts: readonly string[]): boolean {
  if (!schema) return false;
  const def = schema._zod.def as unknown as Def;
  const [first, ...rest] = parts;
  const isText = first === undefined;
  switch (def.type) {
    case 'any':
    case 'unknown':
      return true;
    case 'object': {
      if (isText) return false;
      return Object.hasOwn(def.shape!, first)
        ? knows(def.shape![first], rest)
        : def.catchall !== undefined && knows(def.catchall, rest);
    }
    case 'record':
      return !isText && knows(def.valueType, rest);
    case 'array':
      // Several fields of one name are a list too.
      if (isText) return knows(def.element, []);
      return /^\d*$/.test(first) && knows(def.element, rest);
    case 'tuple':
      return !isText && /^\d+$/.test(first) && knows(def.items![Number(first)], rest);
    case 'union':
      return def.options!.some((option) => knows(option, parts));
    case 'intersection':
      return knows(def.left, parts) || knows(def.right, parts);
    case 'pipe':
      // What a preprocessing function takes is what comes out of it.
      return knows(def.in!._zod.def.type === 'transform' ? def.out : def.in, parts);
    case 'lazy':
      return knows(def.getter!(), parts);
    case 'never':
      // A strict form refuses a field that it does not know, in words.
      return isText;
    default:
      return def.innerType ? knows(def.innerType, parts) : isText;
  }
}
