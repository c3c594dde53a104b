import net from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Writes bytes as they are to a server and reads until it closes, or until `quietMs` pass without a byte: for
 * requests that no HTTP client would send. Status 0: closed without an answer.
 */
export function rawRequest(
  port: number,
  lines: string | readonly string[],
  quietMs = 400,
): Promise<RawAnswer> {
  const text = typeof lines === 'string' ? lines : `${lines.join('\r\n')}\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let answer = '';
    let quiet: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(quiet);
      socket.destroy();
      resolve(parse(answer));
    };
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      answer += part;
      clearTimeout(quiet);
      quiet = setTimeout(finish, quietMs);
    });
    socket.on('close', finish).on('error', finish);
    socket.write(text, 'latin1');
  });
}

function parse(answer: string): RawAnswer {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [statusLine = '', ...headers] = head.split('\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0),
    headers: Object.fromEntries(
      headers.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    ),
    body: rest.join('\r\n\r\n'),
  };
}
