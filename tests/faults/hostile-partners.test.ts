import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/base/ids';
import { twilioSms } from '../../platform/ports/sms/twilio.server';
import { webhookSms } from '../../platform/ports/sms/webhook.server';
import { s3Storage } from '../../platform/ports/storage/s3.server';
import { openOtlp } from '../../platform/observability/tracing/otlp.server';

const xml = '<?xml version="1.0"?>';
const contents =
  '<Contents><Key>x</Key><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>';
const listed = (inner: string) => `${xml}<ListBucketResult>${inner}</ListBucketResult>`;

/** Ten times ten times ...: 40 characters become 4 * 10^12. */
const entities = `${xml}<!DOCTYPE x [<!ENTITY a0 "${'a'.repeat(40)}">${Array.from({ length: 11 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]><ListBucketResult><Contents><Key>&a11;</Key></Contents></ListBucketResult>`;

let elsewhere: Server;
let partner: Server;
let url: string;
let behave: (res: ServerResponse) => void = (res) => res.end();
let [asked, sentBytes] = [0, 0];

const open = (server: Server): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );

beforeAll(async () => {
  elsewhere = createServer((_req, res) => {
    asked += 1;
    res.end('{}');
  });
  partner = createServer((req, res) => {
    req.resume();
    res.on('error', () => undefined);
    behave(res);
  });
  [url] = await Promise.all([open(partner), open(elsewhere)]);
});
beforeEach(() => {
  [asked, sentBytes] = [0, 0];
});
afterAll(() => {
  for (const server of [elsewhere, partner]) {
    server.closeAllConnections();
    server.close();
  }
});

const answers = (status: number, body: string) => (res: ServerResponse) =>
  void res.writeHead(status, { 'Content-Type': 'application/xml' }).end(body);

const redirects = (status: number) => (res: ServerResponse) => {
  const { port } = elsewhere.address() as AddressInfo;
  const Location = `http://127.0.0.1:${port}/x`;
  res
    .writeHead(status, { Location, 'x-amz-bucket-region': 'us-east-1' })
    .end(`${xml}<Error><Code>PermanentRedirect</Code></Error>`);
};

/** 64 MB that begin like an answer, as fast as they are taken. */
const floods = (status: number, begin: string, type: string) => (res: ServerResponse) => {
  const part = Buffer.alloc(64 << 10, '<a>x</a>');
  res.writeHead(status, { 'Content-Type': type }).write(begin);
  let left = 1_024;
  const more = (): void => {
    while (left > 0 && !res.destroyed) {
      left -= 1;
      sentBytes += part.length;
      if (!res.write(part)) return;
    }
    res.end();
  };
  res.on('drain', more);
  more();
};

/** A byte every half second, for as long as anybody listens. */
const drips = (res: ServerResponse) => {
  res.writeHead(200, { 'Content-Type': 'application/xml' });
  const tick = setInterval(() => res.write(' '), 500);
  res.on('close', () => clearInterval(tick));
};

const store = () =>
  s3Storage({
    ...{ bucket: 'photos', region: 'eu-central-1', endpoint: url },
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
const everything = async () => {
  let count = 0;
  for await (const _one of store().list('photo')) if (++count > 100) throw new Error('no end');
  return count;
};
const key = () => `photo/${newId()}/original`;
const seconds = async (work: Promise<unknown>) => {
  const began = performance.now();
  await work;
  return (performance.now() - began) / 1_000;
};

describe('a store that answers what it likes', () => {
  it.each([301, 302, 307, 308])('leads nowhere by %d', async (status) => {
    behave = redirects(status);
    await expect(everything()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store().get(key())).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store().put(key(), Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(asked).toBe(0);
  });

  it.each([200, 500])('is read no further than 4 MB of an answer of %d', async (status) => {
    behave = floods(status, `${xml}<ListBucketResult>`, 'application/xml');
    await expect(everything()).rejects.toMatchObject({ code: 'unavailable' });
    // Three tries, and what lies in the buffers of both ends.
    expect(sentBytes).toBeLessThan(48 << 20);
  });

  it('is not waited for where it sends a byte at a time', async () => {
    behave = drips;
    const waited = await seconds(
      expect(everything()).rejects.toMatchObject({ code: 'unavailable' }),
    );
    expect(waited).toBeLessThan(60);
  }, 90_000);

  it.each([
    ['entities of entities', entities],
    ['300,000 elements in each other', listed('<a>'.repeat(300_000) + '</a>'.repeat(300_000))],
    ['elements without an end', listed('<a '.repeat(400_000))],
  ])('costs little with %s', async (_what, body) => {
    behave = answers(200, body);
    const before = process.cpuUsage();
    await everything().catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'unavailable' }),
    );
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  it('is left where it names the same page again', async () => {
    behave = answers(
      200,
      listed(
        `<IsTruncated>true</IsTruncated><NextContinuationToken>same</NextContinuationToken>${contents}`,
      ),
    );
    await expect(everything()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('fails a read of an object that is shorter than it said', async () => {
    behave = (res) => {
      res.writeHead(200, { 'Content-Length': 1_000 }).write('abc');
      setTimeout(() => res.destroy(), 50);
    };
    const found = await store().get(key());
    await expect(found!.body.toArray()).rejects.toThrow();
  });
});

const message = { to: '+12125550112', text: 'Your code is 123456', key: newId() };
const senders = {
  webhook: () => webhookSms({ url, secret: 's'.repeat(32) }),
  twilio: () =>
    twilioSms({
      ...{ accountSid: `AC${'0'.repeat(32)}`, authToken: 'x', from: '+12125550100' },
      baseUrl: url,
    }),
};

describe.each(Object.entries(senders))(
  'a gateway (%s) that answers what it likes',
  (_name, sender) => {
    it.each([301, 302, 307, 308])('leads a code nowhere by %d', async (status) => {
      behave = redirects(status);
      await expect(sender().send(message)).rejects.toThrow(/not taken/);
      expect(asked).toBe(0);
    });

    it('is read no further than what an answer has', async () => {
      behave = floods(200, '{"sid":"', 'application/json');
      await sender()
        .send(message)
        .catch((error: Error) => expect(error.message).toMatch(/not taken/));
      expect(sentBytes).toBeLessThan(16 << 20);
    });

    it('is not waited for where it sends a byte at a time', async () => {
      behave = drips;
      const waited = await seconds(
        sender()
          .send(message)
          .catch((error: Error) => expect(error.message).toMatch(/not taken/)),
      );
      expect(waited).toBeLessThan(15);
    }, 60_000);
  },
);

describe('a collector that answers what it likes', () => {
  const collector = () => {
    const lines: unknown[] = [];
    const log = { warn: (facts: unknown) => lines.push(facts) };
    return openOtlp({ endpoint: url, share: 1, process: 'web', log: log as never });
  };

  it.each([
    ['leads elsewhere', redirects(307)],
    ['has no end', floods(200, '{"partialSuccess":"', 'application/json')],
    ['sends a byte at a time', drips],
    ['says nothing', () => undefined],
  ])(
    'that %s is waited for by nobody',
    async (_what, behaviour) => {
      behave = behaviour;
      const tracer = collector();
      const before = process.cpuUsage();
      // Ten times what its queue holds: the rest is dropped.
      for (let n = 0; n < 20_000; n += 1) tracer.begin({ name: 'GET /', kind: 'server' })!.end();
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
      expect(await seconds(tracer.close())).toBeLessThan(12);
      expect(asked).toBe(0);
      // Four batches, of each 4 MB and what lies in the buffers of both ends; without a bound it is 256 MB.
      expect(sentBytes).toBeLessThan(96 << 20);
    },
    30_000,
  );
});
