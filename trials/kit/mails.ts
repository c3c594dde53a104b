import { SMTPServer } from 'smtp-server';

/** A mail server that takes whatever comes, and counts it. */
export function takeMails(): { server: SMTPServer; taken: () => number } {
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, _, done) => {
      stream.resume().once('end', () => {
        taken += 1;
        done();
      });
    },
  });
  // A process that is stopped ends its connections as it likes.
  server.on('error', () => undefined);
  return { server, taken: () => taken };
}
