import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { seconds, type Duration } from '../../base/duration';
import type { Scanner, Verdict } from '../scanner';

/** Where clamd listens: a socket file, or an address. */
export type ClamdAddress =
  { readonly path: string } | { readonly host: string; readonly port: number };

export interface ClamdTimes {
  /** Longest silence in either direction. */
  readonly silence: Duration;
  readonly whole: Duration;
}

const defaults: ClamdTimes = { silence: seconds(30), whole: seconds(120) };

/** clamd takes pieces of any length; these keep little in memory. */
const pieceBytes = 64 * 1024;
const maxAnswerBytes = 4_096;

/** ClamAV over its own protocol: one connection and one INSTREAM session per file. */
export const clamdScanner = (address: ClamdAddress, times: ClamdTimes = defaults): Scanner => ({
  configured: true,
  scan: async (body) => {
    const socket = connect(address);
    socket.setTimeout(times.silence, () => socket.destroy(new Error('clamd is silent')));
    const late = setTimeout(() => socket.destroy(new Error('clamd is too slow')), times.whole);
    try {
      const [answer] = await Promise.all([answerOf(socket), send(socket, body)]);
      return verdictOf(answer);
    } finally {
      clearTimeout(late);
      socket.destroy();
    }
  },
});

/** All that clamd says until it ends the session; an error of the connection is one of the scan. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.on('data', (piece: Buffer) => {
      answer += piece.toString('utf8');
      if (answer.includes('\0')) resolve(answer);
      else if (answer.length > maxAnswerBytes) reject(new Error('clamd speaks something else'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('clamd ended the session without an answer')));
  });
}

async function send(socket: Socket, body: Buffer | Readable): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
    const bytes = chunk as Buffer;
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      await write(socket, lengthOf(piece.length));
      await write(socket, piece);
    }
  }
  await write(socket, lengthOf(0));
}

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
};

/** clamd answers and hangs up in the middle of a file that is too long for it: what it said counts, not the loss. */
const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed || socket.writableEnded) resolve();
    else socket.write(bytes, () => resolve());
  });

/** A finding that says only that clamd did not look at everything. */
const unfinished = /^stream: Heuristics\.Limits\.Exceeded.* FOUND$/;

/** What clamd said goes no further: a finding or an error may hold parts of the file's own text. */
function verdictOf(answer: string): Verdict {
  const said = answer.split('\0', 1)[0]!.trim();
  if (said === 'stream: OK') return 'clean';
  if (unfinished.test(said) || said.endsWith(' ERROR')) return 'unread';
  if (/^stream: .+ FOUND$/.test(said)) return 'infected';
  throw new Error('clamd speaks something else');
}
