import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diskStorage } from '#platform/ports/storage/disk.server';
import { signedInStaff } from '../../modules/identity/testing';
import { documentForm, verifiedClinicAt } from '../kit/clinic-browser';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-files-'));
  server = await startTestServer();
  Object.assign(server.services.ports, { storage: diskStorage(folder) });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const megabyte = 1024 * 1024;

/** The id of a stored document of nearly ten megabytes. */
async function largeDocument(): Promise<string> {
  const { send } = await verifiedClinicAt(server);
  const start = '%PDF-1.7\n%';
  const bytes = Buffer.from(start.padEnd(9.5 * megabyte, 'x') + '\nstartxref\n0\n%%EOF');
  const file = { bytes, name: 'long.pdf', type: 'application/pdf' };
  const answer = await send(
    '/api/documents',
    documentForm({ kind: 'insurance' }, 'document', file),
  );
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** Asks for the document, takes the beginning of the answer, and then no more. */
async function beginToRead(id: string, token: string): Promise<Socket> {
  const socket = connect(server.listening.port, '127.0.0.1');
  socket.write(
    `GET /api/admin/documents/${id}/file HTTP/1.1\r\nHost: 127.0.0.1:${server.listening.port}\r\nCookie: staff=${token}\r\n\r\n`,
  );
  const [beginning] = (await once(socket, 'data')) as [Buffer];
  expect(beginning.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /);
  socket.pause();
  return socket;
}

it('F16: who reads slowly keeps no file in memory, and gets all of it in the end', async () => {
  const id = await largeDocument();
  const { token } = await signedInStaff(server.ctx(), { role: 'reviewer' });
  const ours: Socket[] = [];
  server.listening.server.on('connection', (socket: Socket) => ours.push(socket));
  const readers = await Promise.all(Array.from({ length: 20 }, () => beginToRead(id, token)));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(Math.max(...ours.map((socket) => socket.writableLength))).toBeLessThan(megabyte / 2);
  const [reader] = readers;
  let received = 0;
  reader!.on('data', (part: Buffer) => (received += part.length)).resume();
  await expect.poll(() => received / megabyte, { timeout: 10_000 }).toBeGreaterThan(9);
  readers.forEach((socket) => socket.destroy());
});
