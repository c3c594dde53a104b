import { callsOf } from '../../bench/http/calls';
import { drive, failures, p95, wrongAnswers } from '../kit/drive';
import { claim, numberOf, row, seconds } from '../kit/report';
import { memoryOf, openStage } from '../kit/stage';
import { picture, upload } from '../kit/uploads';

const perSecond = 5;
const loopLag = 'nodejs_eventloop_lag_p99_seconds';

/** F28: so many pictures (100) of fifty megapixels at once, from ten patients, while others use the site. */
export async function trialPictures([count = '100']: string[] = []): Promise<void> {
  const stage = await openStage();
  try {
    const running = await stage.start();
    const { port, web } = running;
    const calls = callsOf({ people: stage.people, port });
    const bytes = await picture(12_000, 4_166);
    const patients = stage.people.patients.slice(-10);
    await upload(running, patients[0]!.cookie, await picture(600, 400));
    await drive({ port, perSecond, lasts: 8_000 }, calls);
    // What is told is since it was last asked.
    await running.tells('web', loopLag);
    const before = await drive({ port, perSecond, lasts: 15_000 }, calls);
    const quiet = (await running.tells('web', loopLag)) * 1_000;
    const memory = memoryOf(web);
    let most = memory;
    const look = setInterval(() => (most = Math.max(most, memoryOf(web))), 100);

    let over = false;
    const began = performance.now();
    const sending = Promise.all(
      Array.from({ length: numberOf(count) }, (_, n) =>
        upload(running, patients[n % patients.length]!.cookie, bytes).catch(() => '0'),
      ),
    ).finally(() => (over = true));
    const during = await drive({ port, perSecond, lasts: 120_000, until: () => over }, calls);
    const sent = await sending;
    const took = seconds(began);
    clearInterval(look);
    const lag = (await running.tells('web', loopLag)) * 1_000;

    row('pictures, all answered after', took);
    const kept = sent.filter((each) => each === '201').length;
    const told = sent.filter((each) => /^503 (busy|unavailable)$/.test(each)).length;
    claim('kept / told to try again, of all', `${kept} / ${told}`, kept > 0 && kept + told === sent.length); // prettier-ignore
    row('p99 of the loop delay of web before', `${quiet.toFixed()} ms`);
    claim('p99 of the loop delay during: below 200 ms', `${lag.toFixed()} ms`, lag < 200);
    row('p95 of others before / during', `${p95(before).toFixed()} / ${p95(during).toFixed()} ms`);
    claim('wrong answers to others', wrongAnswers(during), failures(during) === 0);
    row('memory of web before / at most', `${memory.toFixed()} / ${most.toFixed()} MB`);
  } finally {
    await stage.close();
  }
}
