import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadFloor } from '#app/http/edge/limits';
import { hours } from '#platform/base/duration';
import { runJobs } from '#engine/testing';
import { openStorage } from '#platform/ports/open-storage';
import { maxFileBytes } from '../../platform/files/upload/read-upload.server';
import { sweepDocuments } from '../../modules/clinic-onboarding/documents/files.server';
import { sweepPhotos } from '../../modules/consultation/commands/photos.server';
import { jpegPhoto } from '../../modules/consultation/testing';
import { registry } from '../../workflows/registry';
import { documentForm, verifiedClinicAt, type ClinicBrowser } from '../kit/clinic-browser';
import { advance, resetClock } from '../kit/clock';
import { pdfFile } from '../kit/document-files';
import { startTestServer, type TestServer } from '../kit/http';
import { newPatientAt } from '../kit/patient-browser';
import { rawRequest } from '../kit/raw-http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  (server.services.ports as { storage: unknown }).storage = openStorage(server.services.env);
});
afterAll(() => server?.close());

const keys = async (): Promise<string[]> => {
  const all: string[] = [];
  for (const prefix of ['document', 'photo', 'tmp'])
    for await (const { key } of server.services.ports.storage.list(prefix)) all.push(key);
  return all;
};
const headOf = ({ cookie }: ClinicBrowser, ...more: string[]): string[] => [
  'POST /api/documents HTTP/1.1',
  `Host: localhost:${server.listening.port}`,
  `Origin: http://localhost:${server.listening.port}`,
  `Cookie: ${cookie}`,
  'Content-Type: multipart/form-data; boundary=x',
  ...more,
];
const part = (name: string, bytes: Buffer | string, file?: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
const bodyOf = (bytes: Buffer): Buffer =>
  Buffer.concat([
    part('kind', 'insurance'),
    part('document', bytes, 'a.pdf'),
    Buffer.from('--x--\r\n'),
  ]);
const send = (head: string[], body: Buffer) =>
  rawRequest(
    server.listening.port,
    `${head.join('\r\n')}\r\n\r\n${body.toString('latin1')}`,
    2_000,
  );
const padded = (bytes: number): Buffer => {
  const end = Buffer.from('\nstartxref\n0\n%%EOF');
  return Buffer.concat([pdfFile(), Buffer.alloc(bytes - pdfFile().length - end.length, 32), end]);
};
const chunked = (body: Buffer, piece: number): Buffer => {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += piece) {
    const slice = body.subarray(at, at + piece);
    pieces.push(Buffer.from(`${slice.length.toString(16)}\r\n`), slice, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
};

describe('an upload that is not what it says', () => {
  it('may come in pieces, up to the last byte that a file may have', async () => {
    const browser = await verifiedClinicAt(server);
    const head = headOf(browser, 'Transfer-Encoding: chunked');
    const taken = await send(head, chunked(bodyOf(padded(maxFileBytes)), 70_000));
    expect(taken.status).toBe(201);
    const over = await send(head, chunked(bodyOf(padded(maxFileBytes + 1)), 70_000));
    expect(over.status).toBe(413);
    expect(over.body).toContain('file_too_large');
  });

  it('is refused when it claims less than it sends, or more than is possible', async () => {
    const browser = await verifiedClinicAt(server);
    const before = await keys();
    const body = bodyOf(padded(100_000));
    const less = await send(headOf(browser, 'Content-Length: 50000'), body);
    expect([0, 400]).toContain(less.status);
    const more = await send(headOf(browser, 'Content-Length: 999999999999'), body);
    expect(more.status).toBe(413);
    expect(await keys()).toEqual(before);
  });

  it('is refused at fifty thousand parts, with little memory', async () => {
    const browser = await verifiedClinicAt(server);
    const parts = Array.from({ length: 50_000 }, (_, n) => part(`f${n}`, 'x'));
    const body = Buffer.concat([...parts, Buffer.from('--x--\r\n')]);
    const before = process.memoryUsage().rss;
    const answer = await send(headOf(browser, `Content-Length: ${body.length}`), body);
    expect(answer.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });

  it('is refused at eleven files and over 60 MB, and keeps none of them', async () => {
    const browser = await verifiedClinicAt(server);
    const before = await keys();
    const post = async (count: number, bytes: Buffer) => {
      const files = Array.from({ length: count }, () => ({ bytes, name: 'a.pdf' }));
      const text = { phoneNumber: browser.phone, kind: 'insurance' };
      return browser.send(
        '/api/clinic/auth/upload-documents',
        documentForm(text, 'documents', ...files),
      );
    };
    expect((await post(11, pdfFile())).status).toBe(413);
    expect((await post(7, padded(9_000_000))).status).toBe(413);
    expect(await keys()).toEqual(before);
    const fresh = await verifiedClinicAt(server, browser.phone);
    const more = await fresh.send('/api/documents', { method: 'POST', body: new FormData() });
    expect([400, 422]).toContain(more.status);
  });
});

/** Sends a part of a request and hangs up. */
const cut = (head: string[], body: Buffer, at: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = net.connect(server.listening.port, '127.0.0.1');
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body.subarray(0, at), () => setTimeout(() => socket.destroy(), randomInt(20)));
  });

/** How many files of uploads on their way lie on disk. */
const onTheWay = async (): Promise<number> =>
  (await readdir(path.join(server.dataDir, 'incoming')).catch(() => [])).length;

describe('F15: uploads that stall', () => {
  it('lie on disk, are cut below 10 KB a second, and leave nothing', async () => {
    const browser = await verifiedClinicAt(server);
    const body = bodyOf(padded(maxFileBytes));
    const head = headOf(browser, `Content-Length: ${body.length}`);
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const stall = (): Promise<number> =>
      new Promise((resolve) => {
        const socket = net.connect(server.listening.port, '127.0.0.1');
        socket.on('error', () => undefined).on('close', () => resolve(performance.now() - began));
        socket.resume();
        socket.write(`${head.join('\r\n')}\r\n\r\n`);
        socket.write(body.subarray(0, 9_400_000));
        const drip = setInterval(() => socket.write('x'), 100);
        socket.once('close', () => clearInterval(drip));
      });
    const cuts = Array.from({ length: 30 }, stall);
    await expect.poll(onTheWay, { timeout: 15_000 }).toBe(30);
    // By the floor, long before the time that a whole upload may take.
    expect(Math.max(...(await Promise.all(cuts)))).toBeLessThan(5 * uploadFloor.window);
    // Each as a whole in memory would be 280 MB; the bodies are made in this process, too.
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    await expect.poll(onTheWay, { timeout: 5_000 }).toBe(0);
    expect((await server.request('/healthz')).status).toBe(200);
  }, 130_000);
});

describe('F17: clients that hang up', () => {
  it('two hundred times at random and half-way leave nothing behind', async () => {
    const browser = await verifiedClinicAt(server);
    const body = bodyOf(padded(1_000_000));
    const head = headOf(browser, `Content-Length: ${body.length}`);
    await runJobs(server.services, registry);
    const before = await keys();
    await cut(head, body, body.length / 2);
    for (let round = 0; round < 10; round += 1)
      await Promise.all(Array.from({ length: 20 }, () => cut(head, body, randomInt(body.length))));
    await expect.poll(onTheWay, { timeout: 60_000 }).toBe(0);
    // What was whole by then may lie in the store without a row; the sweep finds it after an hour.
    await advance(server.services, hours(2));
    await sweepDocuments(server.ctx());
    await sweepPhotos(server.ctx());
    await resetClock(server.services);
    expect((await keys()).filter((key) => !before.includes(key))).toEqual([]);
    expect((await server.request('/healthz')).status).toBe(200);
    const patient = await newPatientAt(server);
    const photo = documentForm({}, 'photo', { bytes: await jpegPhoto(), name: 'a.jpg' });
    expect((await patient('/api/photos', photo)).status).toBe(201);
  }, 90_000);
});
