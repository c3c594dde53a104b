import { callsOf } from '../../bench/http/calls';
import { codeTakes } from '../kit/codes';
import { drive, failures, p95, percentile, wrongAnswers, type Answered } from '../kit/drive';
import { claim, numberOf, row, seconds } from '../kit/report';
import { openStage, type Running, type Stage } from '../kit/stage';
import { countQueue, fillQueue, queueLabel } from '../kit/mail-queue';

const perSecond = 10;
const codesEach = 8;
const measured = 40_000;
/** From this age of the oldest job on `JobsWaiting` wakes somebody (ops/prometheus/alerts.yaml). */
const alertAt = 120;

/**
 * F23: so many mails at once in the queue, rendered and sent by one worker, while people use the site and ask for codes.
 * Arguments: mails (50000), minutes of it (20).
 */
export async function trialFlood([jobs = '50000', minutes = '20']: string[] = []): Promise<void> {
  const stage = await openStage();
  try {
    await flood(stage, { jobs: numberOf(jobs), minutes: numberOf(minutes) });
  } finally {
    await stage.close();
  }
}

interface Measured {
  readonly answers: readonly Answered[];
  readonly codes: readonly number[];
}

async function flood(
  stage: Stage,
  { jobs, minutes }: { jobs: number; minutes: number },
): Promise<void> {
  const running = await stage.start();
  await people(stage, running, 10_000);
  const before = await people(stage, running, measured);
  let began = performance.now();
  await fillQueue(stage.database, jobs);
  row('jobs that were added', jobs);
  row('adding them', seconds(began));
  began = performance.now();
  const during = await people(stage, running, measured);

  let oldest = 0;
  const end = began + minutes * 60_000;
  let left = await countQueue(stage.database);
  const first = { at: performance.now(), done: left.done };
  while (left.waiting > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    oldest = Math.max(oldest, await running.tells('web', 'jobs_oldest_due_seconds', queueLabel));
    left = await countQueue(stage.database);
  }
  report(before, during);
  claim('oldest due mail told to the operator, above 120 s', `${oldest.toFixed()} s`, oldest > alertAt); // prettier-ignore
  const rate = (left.done - first.done) / ((performance.now() - first.at) / 1_000);
  row('mails a second, after the people had gone', rate.toFixed());
  row(left.waiting === 0 ? 'the queue was empty after' : 'still waiting at the end', left.waiting || seconds(began)); // prettier-ignore
  const all = left.waiting + left.done;
  claim('jobs done or waiting, with those of people meanwhile', all, all >= jobs);
  claim('jobs that failed', left.failed, left.failed === 0);
  claim('done, and not at the mail server', Math.max(0, left.done - stage.mails()), stage.mails() >= left.done); // prettier-ignore
}

/** Uses the site at a steady pace and asks for codes beside. */
async function people(stage: Stage, running: Running, lasts: number): Promise<Measured> {
  const calls = callsOf({ people: stage.people, port: running.port });
  const codes: number[] = [];
  const asking = async () => {
    if (lasts < measured) return;
    for (let n = 0; n < codesEach; n += 1) {
      codes.push(await codeTakes(stage, running));
      await new Promise((resolve) => setTimeout(resolve, lasts / codesEach / 2));
    }
  };
  const [answers] = await Promise.all([
    drive({ port: running.port, perSecond, lasts }, calls),
    asking(),
  ]);
  return { answers, codes };
}

function report(before: Measured, during: Measured): void {
  const ms = (number: number) => `${number.toFixed()} ms`;
  row('answers before / during', `${before.answers.length} / ${during.answers.length}`);
  const wrong = failures(during.answers);
  claim('wrong answers during', wrong, wrong === 0);
  if (wrong > 0) console.log(`    ${wrongAnswers(during.answers)}`);
  row('p50 before / during', [before, during].map(({ answers }) => ms(percentile(answers.map((a) => a.ms), 0.5))).join(' / ')); // prettier-ignore
  const [was, is] = [p95(before.answers), p95(during.answers)];
  row('p95 before', ms(was));
  claim('p95 during: less than a fifth more', ms(is), is < 1.2 * was);
  for (const { name } of callsByName(during.answers)) {
    const of = ({ answers }: Measured) => ms(p95(answers.filter((a) => a.name === name)));
    row(`    p95 of "${name}" before / during`, `${of(before)} / ${of(during)}`);
  }
  row('slowest of 8 codes, to the gateway, before', ms(Math.max(...before.codes)));
  const slowest = Math.max(...during.codes);
  claim('slowest of 8 codes during: below two seconds', ms(slowest), slowest < 2_000);
}

const callsByName = (answers: readonly Answered[]): ReadonlyArray<{ name: string }> =>
  [...new Set(answers.map(({ name }) => name))].map((name) => ({ name }));
