/** Input of a kind that has stopped programs: `make` gives about `n` characters of it. */
export interface Family {
  readonly name: string;
  make(n: number): string;
}

const times =
  (part: string, end = '') =>
  (n: number) =>
    part.repeat(Math.max(1, Math.floor(n / part.length))) + end;

/** Texts: each near to what some expression or algorithm of ours looks for, and never quite it. */
export const families: readonly Family[] = [
  { name: 'combining marks', make: (n) => 'a' + times('\u0301\u0316')(n / 2) },
  { name: 'composed jamo', make: times('\u1100\u1161\u11a8') },
  { name: 'spaces', make: times(' ', 'x') },
  { name: 'line ends', make: times('\r\n', 'x') },
  { name: 'letters apart', make: times('a ') },
  { name: 'digits', make: times('5', 'x') },
  { name: 'digits apart', make: times('5 3 2-', 'x') },
  { name: 'number words', make: times('five hundred and beş yüz ') },
  { name: 'long word', make: times('a', '!') },
  { name: 'dots', make: times('.', 'x') },
  { name: 'labels', make: times('a.b-', '!') },
  { name: 'signs', make: times('@', 'x') },
  { name: 'addresses', make: times('a.b@c.d-', ' ') },
  { name: 'spelled addresses', make: times('sara dot m at gmail dot ') },
  { name: 'handles', make: times('instagram _a.', '#') },
  { name: 'links', make: times('http://www.a', ' ') },
  { name: 'brackets', make: times('((([[[{{{') },
  { name: 'closing', make: times(')]}>') },
  { name: 'quotes', make: times('"\'\\') },
  { name: 'escapes', make: times('%25%\\u0041') },
  { name: 'angles', make: times('<a <!--') },
  { name: 'slashes', make: times('/', 'x') },
  { name: 'hyphens', make: times('-', 'x') },
  { name: 'plus and stars', make: times('+*', 'x') },
  { name: 'bold and links', make: times('**[a](/b', '!') },
  { name: 'invisible', make: times('\u200b\u200d\ufe0f') },
  { name: 'emoji', make: times('👨‍👩‍👧') },
  { name: 'wide digits', make: times('５①²') },
  { name: 'nested JSON', make: (n) => '['.repeat(n / 2) + ']'.repeat(n / 2) },
];

const boundary = 'b0undary';
const part = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

interface Form extends Family {
  readonly type: string;
  /** The n that makes 4n the most that is read. */
  readonly size: number;
}

const urlencoded = 'application/x-www-form-urlencoded';
const multipart = `multipart/form-data; boundary=${boundary}`;

/** Whole bodies of forms; each stays within what the edge reads. */
export const forms: readonly Form[] = [
  { name: 'nested names', type: urlencoded, size: 6_000, make: (n) => `f${times('[9]')(n)}=1` },
  { name: 'dotted names', type: urlencoded, size: 6_000, make: (n) => `f${times('.a')(n)}=1` },
  { name: 'high indexes', type: urlencoded, size: 10_000, make: (n) => Array.from({ length: n / 400 }, (_, at) => `f${at}${'[99]'.repeat(100)}=1`).join('&') }, // prettier-ignore
  { name: 'intent with an index', type: urlencoded, size: 500_000, make: (n) => `__intent__=${encodeURIComponent(JSON.stringify({ type: 'update', payload: { name: 'x', index: n, value: 'v' } }))}` }, // prettier-ignore
  { name: 'nested intent', type: urlencoded, size: 25_000, make: (n) => `__intent__=${'['.repeat(n)}` }, // prettier-ignore
  { name: 'fields', type: urlencoded, size: 200_000, make: times('a&') },
  { name: 'separators', type: urlencoded, size: 200_000, make: times('&') },
  { name: 'equal signs', type: urlencoded, size: 200_000, make: times('=') },
  { name: 'escapes', type: urlencoded, size: 200_000, make: (n) => `message=${times('%')(n)}` },
  { name: 'plus signs', type: urlencoded, size: 200_000, make: (n) => `message=${times('+')(n)}` },
  { name: 'marks', type: urlencoded, size: 100_000, make: (n) => `message=a${times('%CC%81%CC%96')(n)}` }, // prettier-ignore
  { name: 'parts', type: multipart, size: 100_000, make: (n) => part('a', '').repeat(n / 70) + `--${boundary}--\r\n` }, // prettier-ignore
  { name: 'near boundaries', type: multipart, size: 200_000, make: (n) => part('message', times(`\r\n--${boundary.slice(0, -1)}`)(n)) + `--${boundary}--\r\n` }, // prettier-ignore
  { name: 'headers of a part', type: multipart, size: 100_000, make: (n) => `--${boundary}\r\n${'a:b\r\n'.repeat(n / 5)}\r\n\r\n--${boundary}--\r\n` }, // prettier-ignore
];

/** Headers that the product or a library of it reads, up to what Node lets in; `path` and `query` are the address. */
export const headers: readonly Family[] = [
  { name: 'Accept-Language', make: times('a-b;q=0.1,') },
  { name: 'Cookie', make: times('a=%22; ') },
  { name: 'Accept', make: times('a/b;q="x\\",') },
  { name: 'Accept-Encoding', make: times('gzip;q=0.,') },
  { name: 'Content-Type', make: (n) => `multipart/form-data; boundary=${times('"a ')(n)}` },
  { name: 'Idempotency-Key', make: times('a-') },
  { name: 'Range', make: (n) => `bytes=${times('0-,')(n)}` },
  { name: 'If-None-Match', make: times('W/"a", ') },
  { name: 'If-Modified-Since', make: times('Mon, 01 ') },
  { name: 'X-Forwarded-For', make: times('::1%a, ') },
  { name: 'Forwarded', make: times('for="[::1') },
  { name: 'Origin', make: (n) => `http://${times('a.')(n)}` },
  { name: 'Referer', make: (n) => `http://a/${times('//')(n)}` },
  { name: 'User-Agent', make: times('Mozilla/5.0 (') },
  { name: 'Last-Event-ID', make: times('1-') },
  { name: 'traceparent', make: times('00-') },
  { name: 'path', make: (n) => times('a/')(n / 4) },
  { name: 'query', make: (n) => `?${times('a[b]=%7B&')(n / 4)}` },
];
