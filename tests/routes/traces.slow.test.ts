import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics, watchServices } from '#app/http/metrics';
import { sendCode } from '#modules/identity';
import { seconds } from '#platform/base/duration';
import { timersOf, syncQueues, startWorkers } from '#engine/operations';
import { newId } from '#platform/base/ids';
import { endTracing, openTracing, spanned } from '#platform/observability/tracing';
import { codeOf, newPhone, signedInPatient } from '../../modules/identity/testing';
import { openDatabase } from '../../platform/database/db';
import { sentOffer } from '../../workflows/offers/testing';
import { registry } from '../../workflows/registry';
import { ApiBrowser } from '../kit/api-browser';
import { signedInClinic } from '../kit/clinics';
import { fullLife } from '../kit/full-life';
import { startTestServer, type TestServer } from '../kit/http';
import { listenAt, openStreams } from '../kit/listen';
import { startOtlpReceiver, type ReceivedSpan } from '../kit/otlp-receiver';
import { filesOf, importsOf } from '../kit/tree';

let server: TestServer;
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
beforeEach(async () => {
  server = await startTestServer();
  await syncQueues(server.services.database, registry);
  receiver = await startOtlpReceiver();
});
afterEach(async () => {
  for (const each of openStreams.splice(0)) each.abort();
  await endTracing();
  await receiver.close();
  await server.close();
});

const traced = (more: { share?: number; endpoint?: string } = {}) => {
  const { env, log } = server.services;
  const { share = 1, endpoint = receiver.url } = more;
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share };
  return openTracing({ ...env, ...settings }, 'web', log);
};
/** All that was told by now; nothing is told after it. */
const told = async (): Promise<readonly ReceivedSpan[]> => {
  await endTracing();
  return receiver.spans;
};
const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
  return found;
};
/** A request is told once its connection has heard that it is over, a moment after the answer. */
const ended = (answer: { readonly headers: Headers }) => {
  const requestId = answer.headers.get('X-Request-Id');
  const isOver = () =>
    server.logged.some((line) => line.requestId === requestId && line.msg === 'http.request');
  return expect.poll(isOver).toBe(true);
};
const below = (spans: readonly ReceivedSpan[], above: ReceivedSpan) =>
  spans.filter(({ parentSpanId }) => parentSpanId === above.spanId);
const doJobs = async (until: () => boolean) => {
  const workers = await startWorkers(server.services, registry);
  await expect.poll(until, { timeout: 15_000 }).toBe(true);
  await workers.stop(seconds(5));
};

describe('a request', () => {
  it('is one span with its event, its statements and the job that it left', async () => {
    await traced();
    const phoneNumber = newPhone();
    const sent = await new ApiBrowser(server).call('POST', '/auth/send-code', { phoneNumber });
    expect(sent.status).toBe(200);
    await ended(sent);
    await doJobs(() => server.ports.sent.sms.length > 0);
    const spans = await told();
    const request = named(spans, 'POST /api/auth/send-code');
    expect(request).toMatchObject({
      parentSpanId: '',
      failed: false,
      facts: {
        'http.request.method': 'POST',
        'http.route': '/api/auth/send-code',
        'http.response.status_code': 200,
        'request.id': sent.headers.get('X-Request-Id'),
      },
    });
    const event = named(spans, 'identity.otp-challenge flow.started');
    expect(event).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId });
    const job = named(spans, 'identity.send-code');
    expect(job).toMatchObject({
      traceId: request.traceId,
      parentSpanId: event.spanId,
      facts: { 'job.queue': 'identity.send-code', 'job.attempt': 1 },
    });
    // What is told of a statement is its name.
    const statements = spans.filter(({ facts }) => 'db.system.name' in facts);
    expect(below(spans, event).filter((span) => statements.includes(span))).not.toEqual([]);
    for (const { name, facts } of statements) {
      expect(name).toMatch(/^[a-z][\w-]*$/);
      expect(facts).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': name });
    }
    expect(receiver.requests.every(({ path }) => path === '/v1/traces')).toBe(true);
    expect(receiver.requests[0]!.body).toContain('clinic-marketplace');
  });

  it('believes no trace that somebody else names', async () => {
    await traced();
    const traceId = 'a'.repeat(32);
    const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
    await ended(await server.request('/', { headers }));
    const page = named(await told(), 'GET /');
    expect(page.parentSpanId).toBe('');
    expect(page.traceId).not.toBe(traceId);
  });

  it('that fails says so by its status', async () => {
    await traced();
    const { pool } = server.services.database;
    const connect = pool.connect;
    const { token } = await signedInPatient(server.ctx());
    const away = new Error(`away ${token}`);
    type Heard = (error: Error) => void;
    const refuse = (heard?: Heard) => (heard ? heard(away) : Promise.reject(away));
    Object.assign(pool, { connect: refuse });
    try {
      const answer = await server.request('/api/leads/me', {
        headers: { Cookie: `patient=${token}` },
      });
      expect(answer.status).toBeGreaterThanOrEqual(500);
      await ended(answer);
    } finally {
      Object.assign(pool, { connect });
    }
    const failed = (await told()).filter((span) => span.name.includes('/api/leads') && span.failed);
    expect(failed).toHaveLength(1);
    expect(failed[0]!.facts['error.type']).toMatch(/^5\d\d$/);
  });

  it('of a live stream holds none of what the stream asks for', async () => {
    const { token } = await signedInPatient(server.ctx());
    await traced();
    expect((await listenAt(server, token)).answer.status).toBe(200);
    for (const each of openStreams.splice(0)) each.abort();
    await expect.poll(() => server.logged.some(({ route }) => route === '/api/events')).toBe(true);
    const spans = await told();
    expect(below(spans, named(spans, 'GET /api/events'))).toEqual([]);
  });
});

describe('a job', () => {
  it('of a cause that cannot be read begins a trace of its own, and is done', async () => {
    await traced();
    const phone = newPhone();
    await sendCode(server.ctx(), { role: 'patient', phoneNumber: phone, browserToken: null });
    await server.services.database.pool.query(
      `update pgboss.job set data = data || '{"cause":"00-nonsense"}' where name = 'identity.send-code'`,
    );
    await doJobs(() => server.ports.sent.sms.length > 0);
    expect(named(await told(), 'identity.send-code').parentSpanId).toBe('');
  });

  it('that is a timer’s alarm lies below the event that armed it', async () => {
    await traced();
    await ended(
      await new ApiBrowser(server).call('POST', '/auth/send-code', { phoneNumber: newPhone() }),
    );
    const { pool } = server.services.database;
    await pool.query('update flow.timer set fire_at = platform.now()');
    await pool.query(`update pgboss.job_common set start_after = now() where name = 'flow.timer'`);
    const workers = await startWorkers(server.services, registry, [timersOf(registry.flows)]);
    const left = async () =>
      (await pool.query('select from flow.timer where fire_at <= platform.now()')).rowCount;
    await expect.poll(left, { timeout: 15_000 }).toBe(0);
    await workers.stop(seconds(5));
    const spans = await told();
    const event = named(spans, 'identity.otp-challenge flow.started');
    const alarm = named(spans, 'flow.timer');
    expect(alarm).toMatchObject({ traceId: event.traceId, parentSpanId: event.spanId });
    expect(below(spans, alarm)).not.toEqual([]);
  });

  it('that fails says so by the error alone', async () => {
    await traced();
    const work = spanned({ name: 'sample.work', kind: 'consumer' }, () =>
      Promise.reject(Object.assign(new Error('of Quillon'), { code: 'EFAILS' })),
    );
    await expect(work).rejects.toThrow('of Quillon');
    const span = named(await told(), 'sample.work');
    expect(span).toMatchObject({ failed: true, facts: { 'error.type': 'EFAILS' } });
    expect(JSON.stringify(receiver.requests)).not.toContain('Quillon');
  });
});

describe('statements', () => {
  it('lie below who asked, also where they waited for a connection of somebody else', async () => {
    const url = server.services.env.databaseUrl;
    const database = openDatabase({ url, poolSize: 1, onError: () => undefined });
    await traced();
    const asks = (n: number) =>
      spanned({ name: `asks-${n}`, kind: 'internal' }, () =>
        database.pool.query({ name: `sample-${n}`, text: 'select $1::int', values: [n] }),
      );
    await Promise.all([1, 2, 3, 4, 5].map(asks));
    await database.close();
    const spans = await told();
    for (const n of [1, 2, 3, 4, 5])
      expect(below(spans, named(spans, `asks-${n}`)).map(({ name }) => name)).toEqual([
        `sample-${n}`,
      ]);
  });

  it('of nobody are not told', async () => {
    await traced();
    const { pool } = server.services.database;
    await pool.query({ name: 'sample-alone', text: 'select $1::int', values: [1] });
    expect(await told()).toEqual([]);
  });
});

it('tells nothing of a person, in no span and in no figure', { timeout: 120_000 }, async () => {
  await traced();
  const [p, c] = ['canaryp', 'canaryc'];
  const phone = newPhone();
  const browser = new ApiBrowser(server);
  await browser.call('POST', '/auth/send-code', { phoneNumber: phone });
  const otpCode = await codeOf(server.ctx(), phone);
  await browser.call('POST', '/auth/verify-code', { phoneNumber: phone, otpCode });
  await browser.call('POST', '/auth/complete-registration', {
    phoneNumber: phone,
    firstName: `${p}First`,
    lastName: `${p}Last`,
    email: `${p}mail@example.com`,
  });
  await browser.call('GET', `/leads/${encodeURIComponent(phone)}`);
  await server.request(`/nowhere/${p}path?q=${p}query`);
  const life = await fullLife(server, { patient: p, clinic: c });
  await ended(
    await server.request(`/request-detail/${life.open.leadId}`, {
      headers: { Cookie: `patient=${life.open.patient.token}` },
    }),
  );
  // Those before were done by the kit; this one's mail by a worker.
  const mails = server.ports.sent.mail.length;
  await sentOffer((await signedInClinic(server.ctx())).ctx, life.open.leadId, {
    message: `${c}third`,
  });
  await doJobs(() => server.ports.sent.mail.length > mails);
  const spans = await told();
  // What is looked at is there: else nothing could be found.
  expect(spans.length).toBeGreaterThan(100);
  for (const name of [
    'POST /api/auth/verify-code',
    'GET /request-detail/:id',
    'notifications.send-email',
  ])
    named(spans, name);
  const metrics = createMetrics({ defaults: false });
  watchServices(metrics, server.services, { streams: 10 });
  const figures = (await metrics.registry.metrics()).replace(/ \S+$/gm, '');
  expect(figures).toContain('codes_used_total{country="US"}');
  const said = spans.map(({ name, facts }) => JSON.stringify([name, facts])).join('\n');
  const phones = [phone, life.open.patient.phone, life.done.patient.phone].map((one) =>
    one.slice(2),
  );
  for (const [place, text] of Object.entries({ spans: said, figures }))
    for (const word of [p, c, 'example.com', otpCode, life.open.leadId, ...phones])
      expect(text.includes(word), `${word} in ${place}`).toBe(false);
});

describe('without a collector', () => {
  it('that answers, work goes on, and the log says so once', async () => {
    await receiver.close();
    await traced();
    for (let n = 0; n < 3; n += 1) {
      expect((await server.request('/healthz')).status).toBe(200);
      await expect
        .poll(() => server.logged.filter(({ msg }) => msg === 'traces not sent').length, {
          timeout: 15_000,
        })
        .toBe(1);
    }
    await endTracing();
    receiver = await startOtlpReceiver();
  });

  it('in the settings nothing is told, and nothing of OpenTelemetry is loaded', async () => {
    await openTracing(server.services.env, 'web', server.services.log);
    await ended(await server.request('/'));
    const job = newId();
    await spanned({ name: job, kind: 'internal' }, async () => undefined);
    expect(receiver.requests).toEqual([]);
    const tree = filesOf(['platform', 'engine', 'modules', 'workflows', 'app', 'scripts/entries']);
    const users = [...tree].flatMap(([file, source]) =>
      importsOf(file, source)
        .filter(({ specifier }) => specifier.startsWith('@opentelemetry/'))
        .map(() => file),
    );
    expect(new Set(users)).toEqual(new Set(['platform/observability/tracing/otlp.server.ts']));
    const loaders = [...tree].flatMap(([file, source]) =>
      source.includes('otlp.server') && file !== 'platform/observability/tracing/otlp.server.ts'
        ? [file]
        : [],
    );
    expect(loaders).toEqual(['platform/observability/tracing/open.ts']);
    expect(readFileSync(loaders[0]!, 'utf8')).toContain("await import('./otlp.server')");
  });

  it('of a share of nothing is told nothing', async () => {
    await traced({ share: 0 });
    await ended(await server.request('/'));
    expect(await told()).toEqual([]);
  });
});
