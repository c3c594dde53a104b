import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { seconds } from '#platform/base/duration';
import type { Reach } from '#platform/ports/courier';

/** What a receiver of webhooks, or a push service, got. */
export interface Received {
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body as it came. */
  readonly bytes: Buffer;
}

type Answer = (received: Received, response: import('node:http').ServerResponse) => unknown;

export interface Receivers {
  /** An address of this receiver; each name is another receiver to the courier. */
  readonly address: (name: string) => string;
  readonly got: Received[];
  /** How it answers from now on; 204 by default. */
  answer: Answer;
  /** By which a courier gets here, and nowhere else. */
  readonly reach: Reach;
  close(): Promise<void>;
}

const domain = 'hooks-of-clinics.com';

/** A certificate of one's own for every name below the domain, and for a push service. */
function certificate(): { key: string; cert: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'receiver-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:*.${domain},DNS:fcm.googleapis.com`, '-keyout', key!, '-out', cert!], { stdio: 'ignore' }); // prettier-ignore
  const made = { key: readFileSync(key!, 'utf8'), cert: readFileSync(cert!, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

/** Receivers of webhooks on this machine, over https, for whoever is given their `reach`. */
export async function startReceivers(): Promise<Receivers> {
  const { key, cert } = certificate();
  const receivers = {
    got: [] as Received[],
    answer: ((_, res) => res.writeHead(204).end()) as Answer,
  };
  const server = https.createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { host = '', ...headers } = request.headers as Record<string, string>;
      const bytes = Buffer.concat(chunks);
      const { url: path = '' } = request;
      const received = { host, path, headers, body: bytes.toString(), bytes };
      receivers.got.push(received);
      receivers.answer(received, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reach: Reach = {
    resolve: () => Promise.resolve(['127.0.0.1']),
    isAllowed: (address) => address === '127.0.0.1',
    port,
    ca: cert,
    patience: seconds(10),
  };
  return Object.assign(receivers, {
    reach,
    address: (name: string) => `https://${name}.${domain}/events`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
