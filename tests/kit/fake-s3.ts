import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An S3 that lives in this process: the calls our adapter makes, and ways to fail. */
export interface FakeS3 {
  endpoint: string;
  objects: Map<string, { body: Buffer; headers: IncomingMessage['headers']; at: Date }>;
  /** While set, every request is answered with this status; 0 hangs up. */
  failWith: number | null;
  /** How many of the next objects are stored without anybody hearing of it. */
  losesAnswers: number;
  requests: number;
  /** What the bucket says of itself; null as for stores that do not know the question. */
  blocksPublicAccess: boolean | null;
  close(): Promise<void>;
}

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const codes: Record<number, string> = { 403: 'AccessDenied', 503: 'SlowDown' };

function fault(res: ServerResponse, status: number, code: string): void {
  res
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function list(fake: FakeS3, url: URL, res: ServerResponse): void {
  const prefix = url.searchParams.get('prefix') ?? '';
  const from = Number(url.searchParams.get('continuation-token') ?? 0);
  const keys = [...fake.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  // Two a page, so that paging is always exercised.
  const page = keys.slice(from, from + 2);
  const more = from + 2 < keys.length;
  const contents = page
    .map((key) => {
      const { at, body } = fake.objects.get(key)!;
      return `<Contents><Key>${escape(key)}</Key><LastModified>${at.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`;
    })
    .join('');
  const next = more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
  res
    .writeHead(200, { 'Content-Type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}${next}</ListBucketResult>`,
    );
}

const settings = [
  'BlockPublicAcls',
  'BlockPublicPolicy',
  'IgnorePublicAcls',
  'RestrictPublicBuckets',
];

function publicAccess({ blocksPublicAccess }: FakeS3, res: ServerResponse): void {
  if (blocksPublicAccess === null) return fault(res, 501, 'NotImplemented');
  const lines = settings.map((name) => `<${name}>${blocksPublicAccess}</${name}>`).join('');
  res
    .writeHead(200, { 'Content-Type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><PublicAccessBlockConfiguration>${lines}</PublicAccessBlockConfiguration>`,
    );
}

async function answer(fake: FakeS3, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url!, 'http://fake');
  const [, , ...rest] = decodeURIComponent(url.pathname).split('/');
  const key = rest.join('/');
  const body = await buffer(req);
  if (!req.headers.authorization?.startsWith('AWS4-HMAC-SHA256'))
    return fault(res, 403, 'AccessDenied');
  if (url.searchParams.has('publicAccessBlock')) return publicAccess(fake, res);
  if (req.method === 'GET' && key === '') return list(fake, url, res);
  const found = fake.objects.get(key);
  if (req.method === 'PUT') {
    if (found && req.headers['if-none-match'] === '*') return fault(res, 412, 'PreconditionFailed');
    fake.objects.set(key, { body, headers: req.headers, at: new Date() });
    if (fake.losesAnswers > 0) {
      fake.losesAnswers -= 1;
      return void res.destroy();
    }
    res.writeHead(200, { ETag: '"1"' }).end();
  } else if (req.method === 'GET' || req.method === 'HEAD') {
    if (!found) return fault(res, 404, 'NoSuchKey');
    const said = Object.entries(found.headers).filter(([name]) => name.startsWith('x-amz-meta-'));
    res
      .writeHead(200, { 'Content-Length': found.body.length, ...Object.fromEntries(said) })
      .end(req.method === 'GET' ? found.body : undefined);
  } else if (req.method === 'DELETE') {
    fake.objects.delete(key);
    res.writeHead(204).end();
  } else fault(res, 405, 'MethodNotAllowed');
}

export async function startFakeS3(): Promise<FakeS3> {
  const server = createServer((req, res) => {
    fake.requests += 1;
    if (fake.failWith === 0) return void req.destroy();
    if (fake.failWith !== null)
      return fault(res, fake.failWith, codes[fake.failWith] ?? 'InternalError');
    void answer(fake, req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    failWith: null,
    losesAnswers: 0,
    requests: 0,
    blocksPublicAccess: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
}
