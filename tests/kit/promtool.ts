import { spawnSync } from 'node:child_process';

/** Whether Prometheus's own tool is on this machine: Debian has it in the package `prometheus`. */
export const hasPromtool = (): boolean => !spawnSync('promtool', ['--version']).error;

/** What it says of a file, and whether it is content. */
export function promtool(...words: string[]): { readonly fine: boolean; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
  return { fine: status === 0, said: `${stdout}${stderr}` };
}

/** Words of PromQL that name no metric. */
const words =
  /^(and|or|unless|by|without|on|ignoring|group_left|group_right|bool|offset|inf|nan|\d\w*)$/i;

export interface Selected {
  readonly metric: string;
  /** Labels that its selector asks for. */
  readonly labels: readonly string[];
}

/** The metrics that an expression of PromQL reads, with the labels that it chooses them by. */
export function metricsIn(expression: string): Selected[] {
  const selectors: string[] = [];
  const bare = expression
    .replace(/"(\\.|[^"])*"/g, '""')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
    .replace(/\{([^}]*)\}/g, (_all, inside: string) => `{${selectors.push(inside) - 1}}`);
  return [...bare.matchAll(/([a-z_:][\w:]*)\s*(\(|\{(\d+)\})?/gi)].flatMap(
    ([, name, next, place]) => {
      if (next === '(' || words.test(name!)) return [];
      const inside = place === undefined ? '' : selectors[Number(place)]!;
      const labels = [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!);
      return [{ metric: name!, labels }];
    },
  );
}
