import { deflateSync } from 'node:zlib';

/** A body that once stopped the product, sent by nobody in particular. */
export interface HostileRequest {
  readonly what: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** Pages with a form that is open to everybody. */
export const openForms = [
  '/login',
  '/register',
  '/contact',
  '/clinic-login',
  '/clinic-register',
  '/logout',
  '/language',
  '/unsubscribe/x',
];

const urlencoded = 'application/x-www-form-urlencoded';
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const marks = (bytes: number) => `a${'\u0301\u0316'.repeat(bytes / 4)}`;
const update = { type: 'update', payload: { name: 'x', index: 60_000_000, value: 'v' } };
const deep = () =>
  Array.from({ length: 200 }, (_, n) => [`f${n}${'[999]'.repeat(400)}`, 'v'] as const);

/** Names and fields of the form library, runs of marks, separators. */
const bodies: ReadonlyArray<readonly [what: string, body: string]> = [
  ['1: an index of 60,000,000', form({ __intent__: JSON.stringify(update) })],
  ['1: 200 names, 400 deep', form(Object.fromEntries(deep()))],
  ['1: 40 names, 5 deep', form(Object.fromEntries(deep().slice(0, 40).map(([name]) => [name.slice(0, 28), 'v'])))], // prettier-ignore
  ['1: half an intent', form({ __intent__: '{' })],
  ['1: a name of 50,000 parts', form({ [`a${'.a'.repeat(50_000)}`]: 'v' })],
  ['2: 400 kB of marks', form({ message: marks(400_000) })],
  ['3: 1 MB of separators', 'a&'.repeat(500_000)],
  ['3: 120 kB of separators', 'a&'.repeat(60_000)],
];

export const hostileRequests: readonly HostileRequest[] = [
  ...openForms.flatMap((path) =>
    bodies.map(([what, body]) => ({ what, path, type: urlencoded, body })),
  ),
  {
    what: '2: 98 kB of marks',
    path: '/api/auth/send-code',
    type: 'application/json',
    body: JSON.stringify({ phoneNumber: marks(98_000) }),
  },
];

/** Runs of marks that a form may hold by its length: they are refused at their field. */
export const markedForms: readonly HostileRequest[] = openForms.map((path) => ({
  what: '2: 20 kB of marks in a form',
  path,
  type: urlencoded,
  body: form({ message: marks(20_000), phone: marks(400) }),
}));

const object = (dictionary: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`1 0 obj\n<< ${dictionary} /Length ${body.length} >>\nstream\n`),
    body,
    Buffer.from('\nendstream\nendobj\n'),
  ]);

const pdf = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    object('/Filter /FlateDecode', deflateSync(Buffer.from(text, 'latin1'))),
    Buffer.from('trailer << >>\n%%EOF\n'),
  ]);

/** Small files whose text took minutes to read. */
export const hostileFiles: ReadonlyArray<readonly [what: string, bytes: Buffer]> = [
  ['4: a PDF of 300,000 escapes', pdf(` BT ${'\\('.repeat(300_000)}`)],
  ['4: a PDF of 600,000 characters of tables', pdf('beginbfchar '.repeat(50_000))],
];
