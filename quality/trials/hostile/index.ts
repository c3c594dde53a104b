import { readdirSync } from 'node:fs';
import http from 'node:http';
import { someAddress } from '../kit/codes';
import { claim, row } from '../kit/report';
import { openStage, type Running } from '../kit/stage';
import { picture, upload } from '../kit/uploads';
import { hostileFiles, hostileRequests, markedForms, type HostileRequest } from './requests';

/** What one request may take, and how long `/healthz` may wait beside it, in milliseconds. */
const most = 200;
/** How long `/healthz` waits with nothing beside it: what the machine adds by itself. */
let idle = 0;
const isQuiet = (wait: number) => wait < Math.max(most, idle);
/** What another person's photo may take beside files that are made to cost, in milliseconds. */
const mostForPhoto = 2_000;

interface Answered {
  readonly status: number;
  readonly ms: number;
}

/** @returns 0 as a status where the connection ended without an answer */
function send({ port }: Running, { path, type, body }: Omit<HostileRequest, 'what'>) {
  const began = performance.now();
  return new Promise<Answered>((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - began });
    const request = http.request({
      ...{ host: '127.0.0.1', port, path, method: 'POST', agent: false },
      headers: {
        'Content-Type': type,
        'Content-Length': Buffer.byteLength(body),
        Accept: 'text/html',
        Origin: `http://127.0.0.1:${port}`,
        'X-Forwarded-For': someAddress(),
      },
    });
    request.once('error', () => end(0));
    request.once('response', (answer) =>
      answer.resume().once('end', () => end(answer.statusCode!)),
    );
    request.end(body);
  });
}

/** Asks `/healthz` again and again from beside the work. @returns what it answers and the longest wait, in milliseconds */
async function beside<T>(
  { port }: Running,
  work: () => Promise<T>,
): Promise<{ value: T; longest: number; failed: number }> {
  let [over, longest, failed] = [false, 0, 0];
  const looking = (async () => {
    while (!over) {
      const began = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
      await answer?.text();
      if (!answer?.ok) failed += 1;
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  const value = await work();
  over = true;
  await looking;
  return { value, longest, failed };
}

const isRefusal = ({ status }: Answered) => status >= 400 && status < 500;
const inWords = (ms: number) => `${ms.toFixed()} ms`;

/** Others of the machine only ever add: what a request costs is the least of so many rounds. */
const rounds = 3;

async function forms(running: Running): Promise<void> {
  for (const { path } of markedForms)
    await send(running, { path, type: 'application/x-www-form-urlencoded', body: 'intent=x' });
  const kinds = new Map<string, HostileRequest[]>();
  for (const one of [...hostileRequests, ...markedForms])
    kinds.set(one.what, [...(kinds.get(one.what) ?? []), one]);
  const answers = new Map<HostileRequest, Answered[]>();
  const waits = new Map<string, number[]>();
  let unhealthy = 0;
  // One kind after the other in each round: a busy moment of the machine meets no kind three times.
  for (let round = 0; round < rounds; round += 1)
    for (const [what, requests] of kinds) {
      const { longest, failed } = await beside(running, async () => {
        for (const one of requests)
          answers.set(one, [...(answers.get(one) ?? []), await send(running, one)]);
      });
      waits.set(what, [...(waits.get(what) ?? []), longest]);
      unhealthy += failed;
    }
  for (const [what, requests] of kinds) {
    const found = requests.map((one) => answers.get(one)!);
    const statuses = [...new Set(found.flat().map(({ status }) => status))].join(', ');
    // A page that does not know the field drops it; with 20 kB that is no matter.
    const refused = markedForms.includes(requests[0]!) || found.flat().every(isRefusal);
    const slowest = Math.max(...found.map((each) => Math.min(...each.map(({ ms }) => ms))));
    const wait = Math.min(...waits.get(what)!);
    claim(`${what}: refused (${requests.length} places)`, statuses, refused);
    claim(`${what}: slowest place`, inWords(slowest), slowest < most);
    claim(`${what}: /healthz beside it`, inWords(wait), isQuiet(wait));
  }
  claim('/healthz that was not answered', unhealthy, unhealthy === 0);
}

async function attach({ port }: Running, cookie: string, bytes: Buffer): Promise<string> {
  const base = `http://127.0.0.1:${port}`;
  const body = new FormData();
  body.append('attachment', new File([new Uint8Array(bytes)], 'report.pdf'));
  const headers = { Cookie: cookie, Origin: base, 'X-Forwarded-For': someAddress() };
  const answer = await fetch(`${base}/api/attachments`, { method: 'POST', headers, body });
  const { code } = (await answer.json()) as { code?: string };
  return [answer.status, code].filter(Boolean).join(' ');
}

async function files(running: Running, cookies: readonly string[]): Promise<void> {
  const [sender, other] = cookies as [string, string];
  const photo = await picture(1_200, 800);
  await upload(running, other, photo);
  for (const [what, bytes] of hostileFiles) {
    const seen = [];
    for (let round = 0; round < rounds; round += 1)
      seen.push(await beside(running, () => besideFiles(running, { sender, other, bytes, photo })));
    const answers = [...new Set(seen.flatMap(({ value }) => value.photos))];
    const sent = [...new Set(seen.flatMap(({ value }) => value.sent))];
    const longestPhoto = Math.min(...seen.map(({ value }) => value.longestPhoto));
    const wait = Math.min(...seen.map(({ longest }) => longest));
    const unhealthy = seen.some(({ failed }) => failed > 0);
    row(`${what} (${bytes.length} bytes), five at once`, sent.join(', '));
    claim(`${what}: another person's photo`, inWords(longestPhoto), longestPhoto < mostForPhoto);
    claim(`${what}: that photo is taken, or told its limit`, answers.join(', '), answers.every((one) => /^(201|409|422|429)/.test(one))); // prettier-ignore
    claim(`${what}: /healthz beside it`, inWords(wait), isQuiet(wait) && !unhealthy);
  }
}

interface Beside {
  readonly sender: string;
  readonly other: string;
  readonly bytes: Buffer;
  readonly photo: Buffer;
}

/** Five files of one person, and photos of another until they are read. */
async function besideFiles(running: Running, { sender, other, bytes, photo }: Beside) {
  const sending = Promise.all(
    Array.from({ length: 5 }, () => attach(running, sender, bytes).catch(() => '0')),
  );
  let [over, longestPhoto] = [false, 0];
  void sending.finally(() => (over = true));
  const photos: string[] = [];
  do {
    const began = performance.now();
    photos.push(await upload(running, other, photo));
    longestPhoto = Math.max(longestPhoto, performance.now() - began);
  } while (!over);
  return { sent: await sending, longestPhoto, photos };
}

/** What a production must not show: pages of development, sources, and what a failure looks like inside. */
async function inside({ port }: Running): Promise<void> {
  const script = readdirSync('build/client/assets').find((name) => name.endsWith('.js'))!;
  const absent = ['/dev/outbox', '/dev/outbox.json', '/simple-test', '/test-treatment', `/assets/${script}.map`]; // prettier-ignore
  const odd = ['/api/nothing', '/%E0%A4%A', '/tr//x', '/api/clinics?page=x', '/__manifest?p=%00'];
  const answers = await Promise.all(
    [...absent, ...odd].map(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    }),
  );
  const there = answers.slice(0, absent.length).filter(({ status }) => status !== 404);
  claim('pages of development and source maps that are there', there.length, there.length === 0);
  const stack = /node_modules|\.[jt]sx?:\d+|\n\s+at /;
  const telling = answers.filter(({ status, text }) => status >= 500 || stack.test(text));
  claim('answers with a stack or a 5xx', telling.length, telling.length === 0);
  const wanted = ['content-security-policy', 'x-content-type-options', 'x-frame-options'];
  const bare = answers.filter(({ headers }) => wanted.some((name) => !headers.has(name)));
  const named = answers.filter(
    ({ headers }) => headers.has('x-powered-by') || headers.has('server'),
  );
  claim('answers without their headers, or with our software', bare.length + named.length, bare.length + named.length === 0); // prettier-ignore
}

/** F14, F30: each request and file that once stopped the product, with `/healthz` and another person beside it. */
export async function trialHostile(): Promise<void> {
  const stage = await openStage({ patients: 50 });
  try {
    const running = await stage.start();
    const pause = () => new Promise((resolve) => setTimeout(resolve, 5_000));
    await beside(running, pause);
    idle = (await beside(running, pause)).longest;
    row('/healthz with nothing beside it, at the longest', inWords(idle));
    await inside(running);
    await forms(running);
    await files(
      running,
      stage.people.patients.slice(-2).map(({ cookie }) => cookie),
    );
  } finally {
    await stage.close();
  }
}
