import fc from 'fast-check';
import { canary, oddJson, oddText } from './odd-values';

/** One change to a value: which of its places, counted from wherever, and what is done there. */
export interface Change {
  readonly place: number;
  readonly how: 'replace' | 'remove' | 'add' | 'twice' | 'wrap' | 'lengthen' | 'spoil';
  readonly text: string;
  readonly value: unknown;
}

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat({ max: 1_000 }),
  how: fc.constantFrom(
    ...(['replace', 'replace', 'replace', 'remove', 'add', 'twice', 'wrap'] as const),
    ...(['lengthen', 'spoil', 'spoil'] as const),
  ),
  text: oddText,
  value: oddJson,
});

/** None, so that the handler is reached; one, so that it is reached nearly right; or a few. */
export const changes: fc.Arbitrary<Change[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Change[]>([]) },
  { weight: 5, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
  { weight: 3, arbitrary: fc.array(change, { minLength: 2, maxLength: 4 }) },
);

type Box = Record<string | number, unknown>;
interface Place {
  readonly box: Box;
  readonly key: string | number;
}

function placesOf(box: Box): Place[] {
  const keys = Array.isArray(box) ? box.map((_, n) => n) : Object.keys(box);
  return keys.flatMap((key) => {
    const value = box[key];
    const inner = typeof value === 'object' && value !== null ? placesOf(value as Box) : [];
    return [{ box, key }, ...inner];
  });
}

const added = ['id', 'role', 'status', 'isApproved', 'constructor', 'toString', 'phone', ''];

/** The value with the changes made to a copy of it. */
export function mutated(value: unknown, list: readonly Change[]): unknown {
  const root: Box = { root: structuredClone(value) };
  for (const each of list) apply(root, each);
  return root.root;
}

function apply(root: Box, { place, how, text, value: given }: Change): void {
  const value = structuredClone(given);
  const [whole, ...within] = placesOf(root);
  const chosen = within[place % Math.max(1, within.length)] ?? whole;
  if (!chosen) return;
  const { box, key } = chosen;
  const old = box[key];
  if (how === 'replace') box[key] = value;
  else if (how === 'remove') delete box[key];
  else if (how === 'add') add(box, added[place % added.length]!, value);
  else if (how === 'twice') box[key] = [old, structuredClone(old)];
  else if (how === 'wrap') box[key] = { [String(key)]: old, value };
  else if (typeof old === 'string')
    box[key] = how === 'lengthen' ? `${old}${canary}`.repeat(40).slice(0, 8_000) : `${old}${text}`;
  else if (typeof old === 'number') box[key] = how === 'lengthen' ? old * 1e30 : -old;
  else box[key] = text;
}

const add = (box: Box, key: string, value: unknown): void => {
  if (Array.isArray(box)) box.push(value);
  else box[key] = value;
};

/** What a body can be beyond any value that JSON has. */
export type Spoiling = (json: string) => string;

const spoilings: readonly Spoiling[] = [
  (json) => json.slice(0, -1),
  (json) => `\ufeff${json}`,
  (json) => `${json}${json}`,
  (json) => json.replace('{', '{"__proto__":{"role":"admin"},'),
  (json) => json.replace(/^\{("[^"]*":)/, '{$10,$1'),
  (json) => json.replace(/:("[^"]*"|\d+)/, ':1e999'),
  (json) => `${'['.repeat(5_000)}${json}${']'.repeat(5_000)}`,
  (json) => json.replace('"', '"\\ud800'),
  (json) => json.replaceAll('"', "'"),
  () => '',
  () => 'null',
  () => `"${canary}"`,
  () => '\u0000',
];

/** Nearly always nothing. */
export const spoiling: fc.Arbitrary<Spoiling> = fc.oneof(
  { weight: 6, arbitrary: fc.constant((json: string) => json) },
  { weight: 1, arbitrary: fc.constantFrom(...spoilings) },
);
