import type { Ground } from './ground';
import { must } from '../kit/programs';

/** Longer than proxies keep a silent connection by default. */
const streamSeconds = 70;

interface Told {
  page: number;
  hsts: string | null;
  plain: number;
  to: string;
  sendCode: number;
  codeMs: number;
  verifyCode: number;
  register: number;
  photo: { sent: number; back: number; size: string; stranger: number };
  clinic: { verifyCode: number; registered: number; sent: number[]; back: number; scans: string[] };
  stream: { how: string; beats: number; seconds: number };
}

/** What is not as it should be, in words. */
const wrongOf = ({ page, hsts, verifyCode, register, photo, clinic, stream }: Told): string[] =>
  Object.entries({
    'the page': page === 200 && hsts,
    'signing in': verifyCode === 200 && register === 200,
    'the photo': [photo.sent, photo.back, photo.size].join() === '201,200,1600 x 1200',
    'the photo, to a stranger': [401, 404].includes(photo.stranger),
    'the documents': clinic.sent.join() === '201,201' && clinic.back === 200,
    'the scans': clinic.scans.join() === 'clean,infected',
    'the stream': stream.how === 'held',
  })
    .filter(([, right]) => !right)
    .map(([what]) => what);

/** The sign-in page, a code that the worker sends, a photo, documents that are scanned, and a live stream. */
export async function tellStory(ground: Ground): Promise<Array<[string, string]>> {
  const words = ['run', '--rm', ...ground.outside(['story', String(streamSeconds)])];
  const out = await must(ground.engine, words, 200);
  const lines = out.split('\n').map((text) => JSON.parse(text) as object);
  const told = Object.assign({}, ...lines) as Told;
  const wrong = wrongOf(told);
  if (wrong.length > 0) throw new Error(`Not as it should be: ${wrong.join(', ')}: ${out}`);
  const { photo, clinic, stream } = told;
  return [
    ['GET /login', `${told.page}, HSTS ${told.hsts}`],
    ['without TLS', `${told.plain} to ${told.to}`],
    ['code by text message', `${told.sendCode}, at the gateway after ${told.codeMs} ms`],
    ['signing in', `${told.verifyCode}, ${told.register}`],
    ['a photo', `sent ${photo.sent}, back from the store ${photo.back}, ${photo.size}; to a stranger ${photo.stranger}`],
    ['documents', `sent ${clinic.sent.join(', ')}, back ${clinic.back}, scanned: ${clinic.scans.join(', ')}`],
    ['live stream', `${stream.how} for ${stream.seconds} s, ${stream.beats} pieces`],
  ]; // prettier-ignore
}
