import { createServer, type Socket, type AddressInfo } from 'node:net';

/** How the fake meets a scan: an answer, silence, or an end in the middle of the file. */
export type ClamdMood = 'scan' | 'silent' | 'hang-up' | 'garbage' | { readonly answer: string };

export interface FakeClamd {
  readonly host: string;
  readonly port: number;
  mood: ClamdMood;
  /** Bytes after which it refuses the stream, as StreamMaxLength does. */
  limit: number;
  /** Files that arrived whole, newest last. */
  readonly received: Buffer[];
  close(): Promise<void>;
}

const eicar = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE';

/** Speaks clamd's INSTREAM session byte for byte, and finds EICAR. */
export async function fakeClamd(): Promise<FakeClamd> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    serve(socket, fake);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeClamd = {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    mood: 'scan',
    limit: Infinity,
    received: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

const command = Buffer.from('zINSTREAM\0');

function serve(socket: Socket, fake: FakeClamd): void {
  let held = Buffer.alloc(0);
  let file = Buffer.alloc(0);
  let open = false;
  const say = (words: string) => socket.end(`${words}\0`);
  socket.on('data', (piece: Buffer) => {
    held = Buffer.concat([held, piece]);
    if (fake.mood === 'hang-up') return socket.destroy();
    if (!open && held.length >= command.length) {
      if (!held.subarray(0, command.length).equals(command)) return say('UNKNOWN COMMAND');
      held = held.subarray(command.length);
      open = true;
    }
    while (open && held.length >= 4) {
      const length = held.readUInt32BE(0);
      if (length === 0) {
        fake.received.push(file);
        return answer(file, fake, say);
      }
      if (file.length + length > fake.limit) return say('INSTREAM size limit exceeded. ERROR');
      if (held.length < 4 + length) return;
      file = Buffer.concat([file, held.subarray(4, 4 + length)]);
      held = held.subarray(4 + length);
    }
  });
}

function answer(file: Buffer, { mood }: FakeClamd, say: (words: string) => unknown): void {
  if (mood === 'silent') return;
  if (mood === 'garbage') say('HTTP/1.1 400 Bad Request');
  else if (typeof mood === 'object') say(mood.answer);
  else say(file.includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK');
}
