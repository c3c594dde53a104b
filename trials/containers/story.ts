import path from 'node:path';
import { containerOf, namesOf, type Place } from './start';
import { mostFiles, must } from './tools';

/** Words for a container that speaks to the proxy as somebody outside would, and runs `inside.mjs`. */
export const inside = (place: Place, name: string, ...words: string[]): string[] => [
  '--name', containerOf(place, name), ...place.words,
  `--network=container:${containerOf(place, 'ground')}`, `--ulimit=nofile=${Math.min(mostFiles(), 4_096)}`,
  '-v', `${path.resolve('trials/containers/inside.mjs')}:/inside.mjs:ro`,
  '-v', `${namesOf(place)}:/etc/hosts:ro`,
  '-v', `${place.settings}/authority.crt:/authority.crt:ro`, '-e', 'NODE_EXTRA_CA_CERTS=/authority.crt',
  'localhost/clinic-marketplace', '/inside.mjs', ...words,
]; // prettier-ignore

/** Longer than proxies keep a silent connection by default. */
const streamSeconds = 70;

interface Told {
  page: number;
  hsts: string | null;
  plain: number;
  to: string;
  sendCode: number;
  codeAfterSeconds: number | null;
  verifyCode: number;
  stream: { how: string; beats: number; seconds: number };
}

/** The sign-in page, a code that the worker sends, and a live stream. */
export async function tellStory(place: Place): Promise<Array<[string, string]>> {
  const out = await must(
    'podman',
    ['run', '--rm', ...inside(place, 'asker', 'story', String(streamSeconds))],
    150,
  );
  const told = Object.assign(
    {},
    ...out.split('\n').map((text) => JSON.parse(text) as object),
  ) as Told;
  const wrong: string[] = [];
  if (told.page !== 200 || !told.hsts) wrong.push('the page');
  if (told.verifyCode !== 200) wrong.push('signing in');
  if (told.stream.how !== 'held') wrong.push('the stream');
  if (wrong.length > 0) throw new Error(`Not as it should be: ${wrong.join(', ')}: ${out}`);
  return [
    ['GET /login', `${told.page}, HSTS ${told.hsts}`],
    ['without TLS', `${told.plain} to ${told.to}`],
    [
      'code by text message',
      `${told.sendCode}, at the gateway after ${told.codeAfterSeconds?.toFixed(2)} s`,
    ],
    ['signing in', String(told.verifyCode)],
    ['live stream', `${told.stream.how} for ${told.stream.seconds} s, ${told.stream.beats} pieces`],
  ];
}
