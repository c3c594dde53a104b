import net from 'node:net';

/**
 * Holds streams on bare sockets, which cost the machine less than a browser's, and tells when each has heard a mark.
 * A process of its own, spoken to by messages.
 */
export type Command =
  | { readonly open: readonly string[]; readonly port: number }
  | { readonly expect: number; readonly mark: string };
export type Report =
  { readonly opened: number; readonly refused: number } | { readonly heard: readonly number[] };

const openAtOnce = 32;
/** Monotonic, and the same for all processes of a machine, in milliseconds. */
const now = () => Number(process.hrtime.bigint()) / 1e6;
const report = (told: Report) => process.send!(told);

let waiting: { mark: string; left: number; heard: number[] } | null = null;

function hear(text: string): void {
  if (!waiting || !text.includes(waiting.mark)) return;
  waiting.heard.push(now());
  waiting.left -= 1;
  if (waiting.left > 0) return;
  report({ heard: waiting.heard });
  waiting = null;
}

/** Resolves with whether the stream stands; others of the crowd come from another address each. */
function open(port: number, cookie: string, n: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.setEncoding('latin1');
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
    socket.write(
      `GET /api/events?as=${cookie.split('=', 1)[0]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n` +
        `Accept: text/event-stream\r\nX-Forwarded-For: 10.${n >> 16}.${(n >> 8) & 255}.${n & 255}\r\n\r\n`,
    );
    let head = '';
    const begin = (text: string) => {
      head += text;
      if (!head.includes('retry:') && head.startsWith('HTTP/1.1 200')) return;
      socket.off('data', begin).on('data', hear);
      resolve(head.startsWith('HTTP/1.1 200'));
    };
    socket.on('data', begin);
  });
}

async function openAll(port: number, cookies: readonly string[]): Promise<void> {
  let next = 0;
  let opened = 0;
  const loop = async () => {
    for (let n = next++; n < cookies.length; n = next++)
      if (await open(port, cookies[n]!, n)) opened += 1;
  };
  await Promise.all(Array.from({ length: openAtOnce }, loop));
  report({ opened, refused: cookies.length - opened });
}

process.on('message', (command: Command) => {
  if ('open' in command) void openAll(command.port, command.open);
  else waiting = { mark: command.mark, left: command.expect, heard: [] };
});
process.on('disconnect', () => process.exit(0));
