import http from 'node:http';
import { ask } from '../../bench/http/load';
import { ratesOf } from '../../../app/http/edge/limits';
import { claim } from '../kit/report';
import type { At } from './stream';

/** Streams that one person may hold of one process. */
const streamsOfPerson = 8;
const loops = 6;

/** How many requests of one address pass in one window, asked at all processes in turns: twice the limit at most. */
export async function claimAddress(webs: readonly At[]): Promise<void> {
  const { general } = ratesOf('production');
  let [sent, passed] = [0, 0];
  const began = performance.now();
  const agent = new http.Agent({ keepAlive: true, maxSockets: loops });
  const loop = async () => {
    while (sent < general * 3) {
      const { port, host } = webs[(sent += 1) % webs.length]!;
      const headers = { Host: host, 'X-Forwarded-For': '198.18.7.7' };
      const status = await ask(port, agent, { method: 'GET', path: '/api/leads/me', headers });
      if (status !== 429) passed += 1;
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
  agent.destroy();
  const took = (performance.now() - began) / 1_000;
  const holds = took < 50 && passed >= general * 0.9 && passed <= general * 2;
  claim(`requests of one address at two processes, of ${sent}: ${general} may, twice that at most`, passed, holds); // prettier-ignore
}

/** How many live streams one person may hold of all processes: twice those of one at most. */
export async function claimStreams(webs: readonly At[], cookie: string): Promise<void> {
  const open: http.ClientRequest[] = [];
  const headers = { Cookie: cookie, 'X-Forwarded-For': '198.18.7.8' };
  const one = ({ port, host }: At) =>
    new Promise<number>((resolve) => {
      const path = '/api/events?as=patient';
      const request = http.get({
        ...{ host: '127.0.0.1', port, path },
        headers: { ...headers, Host: host },
      });
      open.push(request);
      request.once('error', () => resolve(0));
      request.once('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      });
    });
  let held = 0;
  for (let n = 0; n < 2 * (streamsOfPerson + 4); n += 1)
    if ((await one(webs[n % webs.length]!)) === 200) held += 1;
  for (const request of open) request.destroy();
  const holds = held >= streamsOfPerson && held <= 2 * streamsOfPerson;
  claim(`streams of one person at two processes, of ${open.length}: ${streamsOfPerson} may of each`, held, holds); // prettier-ignore
}
