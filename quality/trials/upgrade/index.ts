import { ensureBuilt } from '../../../scripts/lib/ensure-built.mjs';
import { ApiClinic } from '../../../tests/e2e/kit/api-clinic';
import { ApiPatient } from '../../../tests/e2e/kit/api-patient';
import { approvedClinic } from '../../../tests/e2e/kit/approved-clinic';
import { startProduct, type Product } from '../../../tests/e2e/kit/product';
import { makeSurroundings, type Surroundings } from '../../../tests/e2e/kit/production';
import { takeMails } from '../kit/mails';
import { claim, row, seconds } from '../kit/report';
import { claimWhole } from '../kit/whole';
import { clocksSet, minutesPass, untilIdle } from './clocks';
import { buildOlder, type Older } from './older';
import { admin } from './staff';
import { goOn, lost, steps, type Story } from './story';
import { Visitor } from './visitors';

const newStories = 3;
const days = 3;

/**
 * F25, F26, F37: a given older commit (the one before this) and this one, web and worker of both, on one database. Stories
 * that the old one began go on at whichever is asked, then at the new one alone. Argument: the commit, or the folder of a
 * checkout that is built.
 */
export async function trialUpgrade([revision = 'HEAD~1']: string[] = []): Promise<void> {
  await ensureBuilt(process.execPath);
  const began = performance.now();
  const older = await buildOlder(revision);
  row(`the build of ${older.commit}`, seconds(began));
  const around = await makeSurroundings();
  const mails = await takeMails();
  const running: Product[] = [];
  try {
    const start = async (root?: string) => {
      const { env, ...options } = await around.startOptions();
      const more = { SMTP_PORT: String(mails.port), SMTP_SECURITY: 'none' };
      const product = await startProduct({ ...options, env: { ...env, ...more }, root });
      running.push(product);
      return product;
    };
    await upgrade({ around, older, start });
  } finally {
    for (const product of running) await product.stop().catch(() => undefined);
    mails.close();
    await around.stop();
    older.remove();
  }
}

interface Stage {
  readonly around: Surroundings;
  readonly older: Older;
  readonly start: (root?: string) => Promise<Product>;
}

async function upgrade({ around, older, start }: Stage): Promise<void> {
  const { database } = around;
  const old = await start(older.root);
  const clinic = await someClinic(around, older, old.url);
  const begun: Story[] = [];
  for (const n of steps.keys()) {
    const story = newStory(around, old.url, { clinic, n });
    await goOn(story, n + 1, () => old.url);
    begun.push(story);
  }
  let live = [old.url];
  const visitor = new Visitor(await signedIn(around, old.url), () => live);
  visitor.begin();
  const [before, since] = [await clocksSet(database), performance.now()];

  const next = await start();
  row('the new version is ready beside it after', seconds(since));
  const migrated = /Migrated: (.*)\./.exec(next.output())?.[1] ?? '';
  row('steps that it migrated', migrated === '' ? 0 : migrated.split(', ').length);
  live = [old.url, next.url];
  const inTurns = (first: number) => (step: number) => live[(step + first) % live.length]!;
  const half = (story: Story) => Math.max(story.done, Math.ceil((story.done + steps.length) / 2));
  let both = 0;
  for (const [n, story] of begun.entries()) both += await goOn(story, half(story), inTurns(n));
  const fresh: Story[] = [];
  for (let n = 0; n < newStories; n += 1) {
    const story = newStory(around, next.url, { clinic, n: steps.length + n });
    both += await goOn(story, steps.length - n, inTurns(n + 1));
    fresh.push(story);
  }
  row(`stories of the old version, of the new one`, `${begun.length}, ${fresh.length}`);
  row('steps while both ran', both);

  live = [next.url];
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const ended = await old.stop();
  claim('the old version ends with', String(ended), ended === 0);
  const stories = [...begun, ...fresh];
  let alone = 0;
  for (const story of stories) alone += await goOn(story, steps.length, () => next.url);
  row('steps at the new version alone', alone);

  for (const { patient } of stories) patient.url = clinic.url = next.url;
  const kept = await visitor.end();
  claim('requests of a visitor that failed, of all', `${visitor.wrong.length} / ${visitor.asked}`, visitor.wrong.length === 0); // prettier-ignore
  visitor.wrong.slice(0, 5).forEach((line) => console.log(`    ${line}`));
  claim('what the visitor wrote last is there', String(kept), kept);
  await afterwards(around, { stories, before });
}

async function afterwards(
  around: Surroundings,
  { stories, before }: { stories: readonly Story[]; before: readonly string[] },
): Promise<void> {
  const { database } = around;
  const missing = (await Promise.all(stories.map(lost))).flat();
  claim('facts of the stories that are lost', missing.join(', ') || 0, missing.length === 0);
  await minutesPass(database, days * 1_440);
  const waiting = await untilIdle(database);
  claim(`due and not done, ${days} days later`, waiting, waiting === 0);
  const set = new Set(await clocksSet(database));
  const fired = before.filter((token) => !set.has(token)).length;
  claim('clocks of the old version, of them gone off or not needed', `${before.length}, ${fired}`, fired > 0); // prettier-ignore
  const counted = await database.query<{ alerts: number; twice: number; untold: number }>(
    `select (select count(*) from flow.alert)::int as alerts,
       (select count(*) from leads.lead l where (select count(*) from notifications.notification n
          where n.kind = 'leads.submitted' and n.facts->>'leadId' = l.id::text) <> 1)::int as untold,
       (select count(*) from pgboss.job_common where state = 'failed')::int as twice`,
  );
  const { alerts, twice, untold } = counted.rows[0]!;
  claim('jobs that were given up', alerts + twice, alerts + twice === 0);
  claim('requests whose patient was not told once', untold, untold === 0);
  const { env, dataDir } = await around.startOptions();
  await claimWhole({ ...env, DATA_DIR: dataDir, SMTP_SECURITY: 'none' });
}

/** Registered, its documents uploaded and itself approved, all at one version. */
async function someClinic(around: Surroundings, { root }: Older, url: string): Promise<ApiClinic> {
  const { env } = await around.startOptions();
  const staff = await admin(url, { cwd: root, env: { ...env, DATA_DIR: around.dataDir } });
  const options = { outbox: around.outbox, address: '203.0.113.250' };
  return approvedClinic(url, staff, 'Golden Horn Dental', new ApiClinic(url, undefined, options));
}

const patientAt = (around: Surroundings, url: string, n: number): ApiPatient =>
  new ApiPatient(url, { outbox: around.outbox, address: `198.51.100.${n + 1}` });

async function signedIn(around: Surroundings, url: string): Promise<ApiPatient> {
  const patient = patientAt(around, url, 200);
  await patient.signIn();
  return patient;
}

const newStory = (
  around: Surroundings,
  url: string,
  { clinic, n }: { clinic: ApiClinic; n: number },
): Story => ({
  patient: patientAt(around, url, n),
  clinic,
  pass: (minutes) => minutesPass(around.database, minutes),
  done: 0,
  leadId: '',
  offerId: '',
  timeId: '',
});
