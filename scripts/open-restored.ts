import { countQueued, dropQueued } from '#modules/notifications';
import { system } from '#platform/base/actor';
import { createContext, type Services, type TxCtx } from '#platform/context';
import { newId } from '#platform/base/ids';
import { lockRestored } from '#platform/process/restored';
import { withTransaction } from '#engine';
import { openRestored, overdueClocks } from '#engine/operations';
import { notUnderstood } from './lib/usage';

export const usage = [
  'Usage: npm run open -- [--waiting <send|drop>]',
  '  without an option says what waits in a restored product, and opens nothing',
  '  --waiting send  opens it, and sends the mails that waited when the backup was made',
  '  --waiting drop  opens it without them: the product that was has most likely sent them',
];

/** Lets a restored product work and send. 0: said, or open; 1: there is nothing to open; 2: not understood. */
export async function openAfterRestore(
  services: Services,
  words: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const [option, choice, ...more] = words;
  const asked = option === undefined || (option === '--waiting' && isChoice(choice));
  if (!asked || more.length > 0) return notUnderstood(usage, say);
  const ctx = createContext(services, system('restore.open'), { requestId: newId() });
  return withTransaction(ctx, (tx) => open(tx, isChoice(choice) ? choice : null, say));
}

type Choice = 'send' | 'drop';
const isChoice = (word: string | undefined): word is Choice => word === 'send' || word === 'drop';

async function open(
  tx: TxCtx,
  choice: Choice | null,
  say: (line: string) => void,
): Promise<number> {
  const mark = await lockRestored(tx);
  if (!mark || mark.opened) {
    say(mark ? 'It is open already.' : 'This database was not restored: there is nothing to open.');
    return 1;
  }
  if (!mark.finished) {
    say(
      `The restore of ${mark.backup} did not come to its end: run it again, with the same words.`,
    );
    return 1;
  }
  const [mails, clocks] = [await countQueued(tx), await overdueClocks(tx)];
  say(`Restored as of ${mark.takenAt.toISOString()}. ${mails} mails waited then.`);
  say(`${clocks} clocks should have rung since: from the opening on 500 a minute, oldest first.`);
  if (choice === null) {
    say('Closed. To open it: npm run open -- --waiting drop, or send.');
    return 0;
  }
  if (choice === 'drop') await dropQueued(tx);
  await openRestored(tx);
  say(
    `Open. The mails ${choice === 'drop' ? 'are given up' : 'go out'}; workers begin within seconds.`,
  );
  return 0;
}
