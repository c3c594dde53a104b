import { SMTPServer } from 'smtp-server';

/** A process of its own, as a mail server is: what it costs to take mails slows nobody who measures. */
let taken = 0;
const server = new SMTPServer({
  authOptional: true,
  onData: (stream, _, done) => {
    stream.resume().once('end', () => {
      taken += 1;
      process.send?.({ taken });
      done();
    });
  },
});
// A process that is stopped ends its connections as it likes.
server.on('error', () => undefined);
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.({ taken }));
process.once('disconnect', () => process.exit(0));
