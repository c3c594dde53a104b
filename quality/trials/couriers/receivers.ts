import { startReceivers } from '../../../tests/kit/receiver';

/** A process of receivers: those whose name begins with `hangs` never answer, `fails` answer 500, all others 204. */
const receivers = await startReceivers();
const arrivals: Array<readonly [host: string, at: number]> = [];
receivers.answer = ({ host }, response) => {
  arrivals.push([host, Date.now()]);
  receivers.got.length = 0;
  if (host.startsWith('hangs')) return;
  response.writeHead(host.startsWith('fails') ? 500 : 204).end();
};
const { port, ca } = receivers.reach;
process.send!({ port, ca });
process.on('message', () => process.send!(arrivals));
