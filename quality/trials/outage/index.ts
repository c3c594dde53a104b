import { callsOf } from '../../bench/http/calls';
import { callAuth, codeAt, codeTakes, someAddress, somePhone } from '../kit/codes';
import { drive, p95, type Answered } from '../kit/drive';
import { countQueue, fillQueue } from '../kit/mail-queue';
import { claim, numberOf, row, seconds } from '../kit/report';
import { memoryOf, openStage, type Running, type Stage } from '../kit/stage';

const perSecond = 4;
const backlog = 500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** F5: the database server is stopped under people for so many seconds (300), and started again. */
export async function trialOutage([lasts = '300']: string[] = []): Promise<void> {
  const stage = await openStage();
  try {
    await outage(stage, numberOf(lasts) * 1_000);
  } finally {
    await stage.close();
  }
}

async function outage(stage: Stage, lasts: number): Promise<void> {
  const running = await stage.start();
  const calls = callsOf({ people: stage.people, port: running.port });
  // What is loaded and compiled once is there by then: a fresh process grows by itself.
  await drive({ port: running.port, perSecond: 10, lasts: 120_000 }, calls);
  const phoneNumber = somePhone();
  const asking = { body: { phoneNumber }, address: someAddress() };
  const { cookies } = await callAuth(running, 'send-code', asking);
  const otpCode = await codeAt(stage, phoneNumber);
  // Due while nobody can look.
  await fillQueue(stage.database, backlog, 5_000);
  const before = { sms: stage.gateway.taken.length, memory: memory(running) };

  await stage.server.stop();
  const away = performance.now();
  const probes = probing(running, { body: { phoneNumber, otpCode }, cookies });
  const answers = await drive({ port: running.port, perSecond, lasts }, calls);
  const probed = await probes.end();
  const after = memory(running);
  row('the database was away for', seconds(away));
  reportAnswers(answers);
  for (const [what, wanted] of wantedWhileAway)
    claim(`${what}: ${wanted} each time`, probed.of(what), probed.are(what, wanted));
  for (const name of ['web', 'worker'] as const) {
    const more = after[name] - before.memory[name];
    claim(`memory of ${name}, from ${before.memory[name].toFixed()} MB: at most 50 more`, `${more.toFixed()} MB`, more <= 50); // prettier-ignore
  }
  const sent = stage.gateway.taken.length - before.sms;
  claim('messages sent meanwhile', sent, sent === 0);

  await stage.server.start();
  await recovers(stage, running);
  const gone = [running.web, running.worker].filter(({ exitCode }) => exitCode !== null).length;
  claim('processes that ended', gone, gone === 0);
}

async function recovers(stage: Stage, running: Running): Promise<void> {
  const began = performance.now();
  while ((await statusOf(running, '/readyz')) !== 200 && performance.now() - began < 60_000)
    await pause(100);
  const ready = performance.now() - began;
  claim('ready again: within ten seconds', `${(ready / 1_000).toFixed(1)} s`, ready < 10_000);
  let left = await countQueue(stage.database);
  while (left.waiting > 0 && performance.now() - began < 180_000) {
    await pause(250);
    left = await countQueue(stage.database);
  }
  const drained = performance.now() - began;
  const words = left.waiting === 0 ? `${(drained / 1_000).toFixed(1)} s` : `${left.waiting} left`;
  claim(`${backlog} mails that fell due are sent: within a minute`, words, drained < 60_000);
  claim('mails that failed', left.failed, left.failed === 0);
  const code = await codeTakes(stage, running);
  claim('a code, to the gateway', `${code.toFixed()} ms`, code < 5_000);
}

/** What whoever asks is answered while the database is away. */
const wantedWhileAway = [
  ['/healthz', 200],
  ['/readyz', 503],
  ['a right code', 503],
  ['asking for a code', 503],
] as const;

const statusOf = async ({ port }: Running, path: string): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
  return answer?.status ?? 0;
};

/** Asks each of them again and again; what came, by what was asked. */
function probing(running: Running, signIn: { body: object; cookies: readonly string[] }) {
  const seen = new Map<string, number[]>(wantedWhileAway.map(([what]) => [what, []]));
  const address = someAddress();
  const asks: Record<string, () => Promise<number>> = {
    '/healthz': () => statusOf(running, '/healthz'),
    '/readyz': () => statusOf(running, '/readyz'),
    'a right code': async () =>
      (await callAuth(running, 'verify-code', { ...signIn, address })).status,
    'asking for a code': async () => {
      const call = { body: { phoneNumber: somePhone() }, address: someAddress() };
      return (await callAuth(running, 'send-code', call)).status;
    },
  };
  let over = false;
  const loop = async () => {
    while (!over) {
      for (const [what, ask] of Object.entries(asks))
        seen.get(what)!.push(await ask().catch(() => 0));
      await pause(2_000);
    }
  };
  const asking = loop();
  return {
    end: async () => {
      over = true;
      await asking;
      return {
        of: (what: string) =>
          `${seen.get(what)!.length} x ${[...new Set(seen.get(what))].join(', ')}`,
        are: (what: string, status: number) => seen.get(what)!.every((each) => each === status),
      };
    },
  };
}

function reportAnswers(answers: readonly Answered[]): void {
  const hung = answers.filter(({ status }) => status === 0).length;
  const odd = answers.filter(({ status, failed }) => failed && status !== 503).length;
  const kept = answers.filter(({ failed }) => !failed).length;
  row('answers that needed no database, of all', `${kept} / ${answers.length}`);
  claim('answers other than these and 503', odd, odd === 0);
  claim('without an answer', hung, hung === 0);
  const slow = p95(answers);
  claim('p95: below three seconds', `${slow.toFixed()} ms`, slow < 3_000);
}

const memory = ({ web, worker }: Running) => ({ web: memoryOf(web), worker: memoryOf(worker) });
