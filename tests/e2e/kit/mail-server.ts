import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface TakenMail {
  readonly to: readonly string[];
  /** With its headers, as it came. */
  readonly raw: string;
}

/** Takes mails as an operator's server on the same machine does. */
export async function startMailServer(): Promise<{
  port: number;
  taken: readonly TakenMail[];
  close: () => Promise<void>;
}> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, { envelope }, done) => {
      void readText(stream).then((raw) => {
        taken.push({ to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  // Who hands over may be ended in the middle of it.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, taken, close: () => new Promise((resolve) => server.close(resolve)) };
}
