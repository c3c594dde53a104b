import { callsOf } from '../../bench/http/calls';
import { startTcpProxy } from '../../../tests/kit/tcp-proxy';
import { codeTakes } from '../kit/codes';
import { drive, failures, p95, wrongAnswers, type Answered } from '../kit/drive';
import { claim, numberOf, row } from '../kit/report';
import { openStage, type Running, type Stage } from '../kit/stage';

const perSecond = 4;

/**
 * F9: every answer of the database comes half a second late, to the web process and to the worker. Arguments:
 * milliseconds (500), seconds of it (60).
 */
export async function trialSlowDatabase([
  late = '500',
  lasts = '60',
]: string[] = []): Promise<void> {
  const stage = await openStage();
  const wire = await startTcpProxy({ host: '127.0.0.1', port: stage.databasePort });
  try {
    const running = await stage.start(wire.port);
    const use = { lasts: numberOf(lasts) * 1_000, running };
    await drive({ port: running.port, perSecond, lasts: 8_000 }, callsOf({ people: stage.people, port: running.port })); // prettier-ignore
    const before = await used(stage, use);
    wire.slow(numberOf(late));
    const during = await used(stage, use);
    const code = await codeTakes(stage, running);
    report(before, during);
    claim('a code, to the gateway: within half a minute', `${code.toFixed()} ms`, code < 30_000);
    const ready = (await fetch(`http://127.0.0.1:${running.port}/readyz`)).status;
    claim('/readyz meanwhile', ready, ready === 200);
    wire.slow(0);
    const after = await used(stage, { ...use, lasts: 10_000 });
    claim('wrong answers afterwards', wrongAnswers(after.answers), failures(after.answers) === 0);
    row('p95 afterwards', `${p95(after.answers).toFixed()} ms`);
  } finally {
    await stage.close();
    await wire.close();
  }
}

interface Used {
  readonly answers: readonly Answered[];
  readonly statements: Readonly<Record<'web' | 'worker', number>>;
}

const statements = `
  select rolname as role, sum(calls)::float8 as calls
  from pg_stat_statements s join pg_roles r on r.oid = s.userid group by rolname`;

async function used(
  { people, database }: Stage,
  { running: { port }, lasts }: { running: Running; lasts: number },
): Promise<Used> {
  const sent = async () => {
    const { rows } = await database.query<{ role: string; calls: number }>(statements);
    const of = (role: string) => rows.find((each) => each.role === role)?.calls ?? 0;
    return { web: of('web'), worker: of('worker') };
  };
  const first = await sent();
  const answers = await drive({ port, perSecond, lasts }, callsOf({ people, port }));
  const last = await sent();
  return { answers, statements: { web: last.web - first.web, worker: last.worker - first.worker } };
}

function report(before: Used, during: Used): void {
  row('answers before / during', `${before.answers.length} / ${during.answers.length}`);
  row('p95 before', `${p95(before.answers).toFixed()} ms`);
  claim('wrong answers during', wrongAnswers(during.answers), failures(during.answers) === 0);
  const most = p95(during.answers);
  claim('p95 during: below three seconds', `${most.toFixed()} ms`, most < 3_000);
  for (const name of new Set(during.answers.map((each) => each.name))) {
    const own = during.answers.filter((each) => each.name === name);
    row(`    p95 of "${name}"`, `${p95(own).toFixed()} ms`);
  }
  const per = ({ statements: { web }, answers }: Used) => web / answers.length;
  row('statements of web per request before', per(before).toFixed(2));
  const [was, is] = [per(before), per(during)];
  claim('during: no more, no storm of repeats', is.toFixed(2), is < 1.1 * was);
  row('statements of the worker before / during', `${before.statements.worker} / ${during.statements.worker}`); // prettier-ignore
}
