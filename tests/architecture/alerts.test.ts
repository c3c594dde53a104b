import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Histogram, Registry, type Metric } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics, watchEnds, watchServices } from '#app/http/metrics';
import { watchNode, watchProcess } from '#platform/metrics/metrics';
import { hasPromtool, metricsIn, promtool } from '../kit/promtool';
import { createTestServices, type TestServices } from '../kit/services';
// Whatever a process runs declares what it counts.
import '../../workflows/courier/deliver';
import '../../workflows/registry';

const rulesFile = 'ops/prometheus/alerts.yaml';
const pages = 'docs/runbooks/alerts';

interface Rule {
  readonly name: string;
  readonly text: string;
}

const rules: Rule[] = readFileSync(rulesFile, 'utf8')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }));

const fieldOf = ({ text }: Rule, field: string): string | undefined =>
  new RegExp(`^ +${field}: (.+)$`, 'm').exec(text)?.[1];

/** An expression may go on over several lines. */
const expressionOf = ({ text }: Rule): string =>
  /^ {8}expr: (?:>-\n)?([\s\S]+?)\n {8}for:/m.exec(text)![1]!;

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly datasource?: { readonly uid: string };
  readonly targets?: ReadonlyArray<{
    readonly expr: string;
    readonly datasource: { readonly uid: string };
  }>;
}
const board = JSON.parse(readFileSync('ops/grafana/board.json', 'utf8')) as {
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: ReadonlyArray<{ readonly name: string; readonly type: string }>;
  };
};
const shown = board.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr })),
);

let kit: TestServices;
/** Labels by the names of all that web, worker and courier tell, a histogram's three included. */
const told = new Map<string, readonly string[]>();
beforeAll(async () => {
  kit = await createTestServices();
  const web = createMetrics({ defaults: true });
  watchServices(web, kit.services, { streams: 10 });
  watchEnds(web, { recentEnds: () => 0 });
  const worker = new Registry();
  watchNode(worker);
  watchProcess(worker, kit.services);
  for (const registry of [web.registry, worker])
    for (const each of registry.getMetricsAsArray() as unknown as Array<
      Metric & { name: string; labelNames: string[] }
    >) {
      told.set(each.name, each.labelNames);
      if (each instanceof Histogram)
        for (const suffix of ['_bucket', '_sum', '_count'])
          told.set(each.name + suffix, [...each.labelNames, 'le']);
    }
});
afterAll(() => kit.close());

/** Those of the scrape are on everything. */
const unknownIn = (expression: string): string[] =>
  metricsIn(expression).flatMap(({ metric, labels }) => {
    const known = told.get(metric);
    if (!known) return [metric];
    return labels
      .filter((label) => ![...known, 'instance', 'job'].includes(label))
      .map((label) => `${metric}{${label}}`);
  });

describe('the alerts', () => {
  it('watch what the product tells, by labels that it has', () => {
    expect(rules.length).toBeGreaterThan(15);
    const read = rules.flatMap((rule) => metricsIn(expressionOf(rule)).map(({ metric }) => metric));
    expect(new Set(read).size).toBeGreaterThan(15);
    expect(rules.flatMap((rule) => unknownIn(expressionOf(rule)))).toEqual([]);
  });

  it('would be found out', () => {
    expect(unknownIn('max(jobs_lost) > 0')).toEqual(['jobs_lost']);
    expect(unknownIn('sum by (le) (rate(timer_late_bucket[5m])) > 0')).toEqual([
      'timer_late_bucket',
    ]);
    expect(unknownIn('codes_sent_total{phone="1"} > 0')).toEqual(['codes_sent_total{phone}']);
    expect(unknownIn('jobs_due{queue="x"} unless on (queue) jobs_failed > 0.5')).toEqual([]);
  });

  it('say how bad it is, for how long, in one sentence, and where to read on', () => {
    const lacking = rules.flatMap((rule) => {
      const severity = fieldOf(rule, 'severity');
      return [
        ['critical', 'warning'].includes(severity ?? '') ? [] : ['severity'],
        /^\d+[mh]$/.test(fieldOf(rule, 'for') ?? '') ? [] : ['for'],
        (fieldOf(rule, 'summary') ?? '').length > 10 ? [] : ['summary'],
        existsSync(fieldOf(rule, 'runbook') ?? '') ? [] : ['runbook'],
      ].flatMap((fields) => fields.map((field) => `${rule.name}: ${field}`));
    });
    expect(lacking).toEqual([]);
  });

  it('have a page each, and no page is of none', () => {
    const named = rules.map((rule) => fieldOf(rule, 'runbook')!);
    expect(new Set(named).size).toBe(rules.length);
    expect(named.sort()).toEqual(
      readdirSync(pages)
        .map((file) => `${pages}/${file}`)
        .sort(),
    );
    for (const rule of rules)
      expect(readFileSync(fieldOf(rule, 'runbook')!, 'utf8')).toMatch(
        new RegExp(`^# ${rule.name}\n`),
      );
  });

  it('are each tried where they fire and where they do not', () => {
    const tried = readFileSync('ops/prometheus/alerts.test.yaml', 'utf8');
    const cases = [...tried.matchAll(/^ {2}- name: (.+)$/gm)].map(([, name]) => name!);
    expect(cases.sort()).toEqual(
      rules.flatMap(({ name }) => [`${name} fires`, `${name} does not fire`]).sort(),
    );
  });
});

describe('the pages of alerts', () => {
  const texts = readdirSync(pages).map((file) => ({
    file,
    text: readFileSync(path.join(pages, file), 'utf8'),
  }));

  it('say what it means, why, what to do and whom to wake', () => {
    for (const { file, text } of texts)
      for (const heading of ['For people', 'The cause', 'What to do', 'Wake somebody'])
        expect(text, file).toContain(`**${heading}:**`);
  });

  it('name commands, pages, figures and settings that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const settings = readFileSync('.env.example', 'utf8');
    const missing = texts.flatMap(({ file, text }) => [
      ...[...text.matchAll(/`npm (?:run )?([a-z:]+)/g)]
        .filter(([, name]) => !(name! in scripts))
        .map(([words]) => `${file}: ${words}`),
      ...[...text.matchAll(/\]\(([^)#]+)/g)]
        .filter(([, to]) => !existsSync(path.join(pages, to!)))
        .map(([, to]) => `${file}: ${to}`),
      ...[...text.matchAll(/`([a-z]+(?:_[a-z0-9]+)+)`/g)]
        .filter(([, name]) => !told.has(name!) && !outside.has(name!))
        .map(([, name]) => `${file}: ${name}`),
      ...[...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)]
        .filter(([, name]) => !settings.includes(`\n${name}=`))
        .map(([, name]) => `${file}: ${name}`),
    ]);
    expect(missing).toEqual([]);
  });

  /** Words of PostgreSQL and of the breaker. */
  const outside = new Set([
    'pg_stat_activity',
    'pg_stat_replication',
    'pg_isready',
    'max_connections',
    'breaker_open',
  ]);
});

describe('the board', () => {
  it('shows what the product tells, by labels that it has', () => {
    expect(shown.length).toBeGreaterThan(30);
    expect(shown.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it('has a row for each side and each part, and takes its data source from a variable', () => {
    const rows = board.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(rows).toEqual([
      "Patients' side",
      "Clinics' side",
      'Jobs and timers',
      'Database',
      'Processes',
    ]);
    expect(board.templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource' }),
    );
    const sources = board.panels.flatMap(({ datasource, targets = [] }) => [
      ...(datasource ? [datasource.uid] : []),
      ...targets.map((target) => target.datasource.uid),
    ]);
    expect(new Set(sources)).toEqual(new Set(['${datasource}']));
  });

  it('shows everything that somebody is woken for', () => {
    const onBoard = new Set(shown.flatMap(({ expr }) => metricsIn(expr).map((one) => one.metric)));
    const plain = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
    const seen = new Set([...onBoard].map(plain));
    const read = rules.flatMap((rule) => metricsIn(expressionOf(rule)));
    expect(read.map(({ metric }) => plain(metric)).filter((name) => !seen.has(name))).toEqual([]);
  });
});

const missing = hasPromtool() ? '' : ' (left out: promtool is not on this machine)';

// It needs seconds by itself, and many on a machine that does much else.
describe.skipIf(missing !== '')(`Prometheus's own tool${missing}`, { timeout: 120_000 }, () => {
  it('can read the rules, and they fire as their tests say', () => {
    expect(promtool('check', 'rules', rulesFile)).toMatchObject({ fine: true });
    const tests = promtool('test', 'rules', 'ops/prometheus/alerts.test.yaml');
    expect(tests.fine, tests.said).toBe(true);
  });

  it('can read what the board asks', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'board-'));
    const file = path.join(folder, 'rules.json');
    const asked = shown.map(({ expr }, n) => ({
      record: `asked:${n}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'board', rules: asked }] }));
    const checked = promtool('check', 'rules', file);
    rmSync(folder, { recursive: true });
    expect(checked.fine, checked.said).toBe(true);
  });
});
