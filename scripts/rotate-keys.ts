import { sealedPlaces as identity } from '#modules/identity';
import { sealedPlaces as webhooks } from '#modules/webhooks';
import { system } from '#platform/base/actor';
import { audit } from '#engine';
import { createContext, onSlowPool, type Ctx, type Services } from '#platform/context';
import {
  keyUseStep,
  reencryptStep,
  type KeyUse,
  type SealedColumn,
  type SealedPlace,
} from '#platform/process/sealed-columns';
import { newId, sha256 } from '#platform/base/ids';

export const usage = [
  'Usage: npm run keys -- <check|reencrypt>',
  '  check      counts which key of its list opens what is stored',
  '  reencrypt  writes anew, under the first key of its list, whatever an older one opens. Nobody waits for it;',
  '             broken off, it is run again',
];

/** Each column of the product that holds a ciphertext; a test compares them with those of the database. */
const sealedColumns: readonly SealedPlace[] = [...identity, ...webhooks];

const verbs = { check: keyUseStep, reencrypt: reencryptStep };

/** Rows that are looked at before the next ones are asked for. */
const stepSize = 500;

/** What stands for a key where it may be read: nothing of it can be found from this. */
export const nameOfKey = (key: string): string => sha256(`name of\n${key}`).toString('hex', 0, 4);

/** Of an error of the database its code only: its words could hold a value. Drizzle's own says nothing, but what caused it. */
export function notDone(error: unknown): string {
  const { code, name } = ((error as Error).cause ?? error) as { code?: string; name?: string };
  return `Not done: ${code ?? name ?? 'unknown error'}.`;
}

/**
 * Says under which keys what is stored lies, or brings it under the first of each list. 0: all of it is under the first
 * keys; 1: it is not; 2: not understood.
 */
export async function keys(
  services: Services,
  words: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const [verb = '', ...more] = words;
  if ((verb !== 'check' && verb !== 'reencrypt') || more.length > 0) {
    usage.forEach(say);
    return 2;
  }
  const actor = system(`keys.${verb}`);
  const ctx = onSlowPool(createContext(services, actor, { requestId: newId() }));
  if (verb === 'reencrypt')
    for (const column of sealedColumns) await reencryptColumn(ctx, column, say);
  const left = { older: 0, unopened: 0 };
  for (const column of sealedColumns) {
    const use = await walk(ctx, column, 'check');
    say(inWords(ctx, column, use));
    left.older += use.under.slice(1).reduce((sum, n) => sum + n, 0);
    left.unopened += use.unopened;
  }
  for (const line of outcome(left)) say(line);
  return left.older + left.unopened > 0 ? 1 : 0;
}

async function reencryptColumn(
  ctx: Ctx,
  column: SealedPlace,
  say: (line: string) => void,
): Promise<void> {
  const { reencrypted, overtaken } = await walk(ctx, column, 'reencrypt');
  const met = overtaken > 0 ? `, ${overtaken} changed meanwhile` : '';
  say(`${column.name}: ${reencrypted} written anew${met}.`);
}

/** All rows of a column. Each step that wrote says so in the audit log, so that a run that is killed has said it too. */
async function walk(
  ctx: Ctx,
  column: SealedPlace,
  verb: keyof typeof verbs,
): Promise<Omit<KeyUse, 'next'>> {
  const sum = { unopened: 0, reencrypted: 0, overtaken: 0 };
  const under: number[] = [];
  for (let after: string | null = null; ;) {
    const step: KeyUse = await verbs[verb](ctx, column, { after, limit: stepSize });
    step.under.forEach((n, place) => (under[place] = (under[place] ?? 0) + n));
    for (const name of ['unopened', 'reencrypted', 'overtaken'] as const) sum[name] += step[name];
    if (step.reencrypted > 0)
      await audit(ctx, {
        action: 'keys.reencrypted',
        details: { column: column.name, rows: step.reencrypted },
      });
    if (step.next === null) return { under, ...sum };
    after = step.next;
  }
}

/** One line: the list, and how much each of its keys opens. */
function inWords(ctx: Ctx, { name, setting }: SealedColumn, { under, unopened }: KeyUseOf): string {
  const each = (ctx.services.env[setting] ?? []).map(
    (key, place) => `${under[place] ?? 0} under key ${place + 1} (${nameOfKey(key)})`,
  );
  const none = unopened > 0 ? [`${unopened} that NO KEY of ${setting} opens`] : [];
  return `${name}: ${[...each, ...none].join(', ')}.`;
}

type KeyUseOf = Pick<KeyUse, 'under' | 'unopened'>;

function outcome({ older, unopened }: { older: number; unopened: number }): string[] {
  const lines = [];
  if (unopened > 0)
    lines.push(
      'A key is missing. Put it at the end of its list and run this again; what to do when it is lost: docs/runbooks/keys.md.',
    );
  if (older > 0)
    lines.push(
      'Older keys are still needed. Once every process has the new key in front: npm run keys -- reencrypt',
    );
  if (lines.length === 0)
    lines.push('Everything stored is under the first keys of the lists of ciphers.');
  return lines;
}
