import type { Call } from '#platform/base/call';

/** What is at an address below `/api`. */
export interface Place<E> {
  /** As the calls name it: `/leads/{leadId}/cancel`. */
  readonly path: string;
  /** One for each method. */
  readonly entries: readonly E[];
  /** What stands where the path has placeholders. */
  readonly params: Readonly<Record<string, string>>;
}

/** Finds what is at an address; undefined where no call is. */
export type FindPlace<E> = (segments: readonly string[]) => Place<E> | undefined;

/** Names by the place of their segment. */
type Placeholders = ReadonlyArray<readonly [at: number, name: string]>;

interface Node<E> {
  readonly literals: Map<string, Node<E>>;
  any?: Node<E>;
  here?: { readonly path: string; readonly entries: E[]; readonly placeholders: Placeholders };
}

const newNode = <E>(): Node<E> => ({ literals: new Map() });

/** Segments of a path as it came, decoded. Throws URIError. */
export const segmentsOf = (pathname: string): string[] =>
  pathname.split('/').slice(1).map(decodeURIComponent);

/** Of plain letters only, as the router does it: the Kelvin sign is no k. */
const lowerCase = (segment: string): string =>
  segment.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const isPlaceholder = (segment: string): boolean => segment.startsWith('{');

const placeholdersOf = (path: string): Placeholders =>
  path
    .split('/')
    .slice(1)
    .flatMap((segment, at) => (isPlaceholder(segment) ? [[at, segment.slice(1, -1)]] : []));

/**
 * The calls by address, to be walked segment by segment: an address costs its own length, however many calls there
 * are. Literal segments come first and in any case, so that `/leads/me` is not taken for `/leads/{phoneNumber}`.
 */
export function callTable<E extends { readonly call: Call }>(entries: readonly E[]): FindPlace<E> {
  const root = newNode<E>();
  for (const entry of entries) add(root, entry);
  return (segments) => {
    // Slashes at the end change nothing.
    const length = segments.findLastIndex((segment) => segment !== '') + 1;
    const found = walk(root, segments.slice(0, length));
    if (!found) return undefined;
    const { path, placeholders, entries: here } = found;
    const params = Object.fromEntries(placeholders.map(([at, name]) => [name, segments[at]!]));
    return { path, entries: here, params };
  };
}

/** Throws for two calls that no request could distinguish. */
function add<E extends { readonly call: Call }>(root: Node<E>, entry: E): void {
  const { path, method, id } = entry.call;
  const node = path.split('/').slice(1).reduce(childOf, root);
  node.here ??= { path, entries: [], placeholders: placeholdersOf(path) };
  const { path: known, entries } = node.here;
  if (known !== path || entries.some(({ call }) => call.method === method))
    throw new Error(`${id}: ${method} ${path} is there already as ${known}`);
  entries.push(entry);
}

function childOf<E>(node: Node<E>, segment: string): Node<E> {
  if (isPlaceholder(segment)) return (node.any ??= newNode());
  const name = lowerCase(segment);
  const child = node.literals.get(name) ?? newNode<E>();
  node.literals.set(name, child);
  return child;
}

function walk<E>(node: Node<E>, segments: readonly string[], at = 0): Node<E>['here'] {
  const segment = segments[at];
  if (segment === undefined) return node.here;
  const literal = node.literals.get(lowerCase(segment));
  const found = literal && walk(literal, segments, at + 1);
  return found ?? (node.any && segment !== '' ? walk(node.any, segments, at + 1) : undefined);
}

/** What answers a method at a place: HEAD asks as GET does, but not for what is given once. */
export const entryFor = <E extends { readonly call: Call }>(
  { entries }: Place<E>,
  method: string,
): E | undefined =>
  method === 'HEAD'
    ? entries.find(({ call }) => call.method === 'GET' && !call.onlyOnce)
    : entries.find(({ call }) => call.method === method);
