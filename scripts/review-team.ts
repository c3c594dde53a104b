import { approveLead, heldLeads, rejectLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import { createContext, type CtxOf, type Services } from '#platform/context';
import { isAppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { accountRefusals, accountUsage, accountVerbs } from './staff-accounts';

/** Each answers with the lines to print; null when its words are incomplete. */
const verbs: Record<string, (ctx: CtxOf<'system'>, words: string[]) => Promise<string[] | null>> = {
  async requests(ctx) {
    const held = await heldLeads(ctx);
    if (held.length === 0) return ['No request waits for a person.'];
    return held.flatMap(({ id, createdAt, subTreatment, findings, description }) => [
      `${id}  ${createdAt.toISOString()}  ${subTreatment}  ${findings.join(', ')}`,
      ...description.split('\n').map((line) => `    ${line}`),
    ]);
  },
  async approve(ctx, [leadId]) {
    if (!leadId) return null;
    await approveLead(ctx, { leadId });
    return [`Published ${leadId}.`];
  },
  async reject(ctx, [leadId, ...reason]) {
    if (!leadId || reason.length === 0) return null;
    await rejectLead(ctx, { leadId, reason: reason.join(' ') });
    return [`Rejected ${leadId}; the patient reads the reason.`];
  },
};

export const usage = [
  ...accountUsage,
  'npm run staff -- requests                  requests that wait for a person, with what the checks found',
  'npm run staff -- approve <id>              publishes one',
  'npm run staff -- reject <id> <reason …>    refuses one; the patient reads the reason',
];

const refusals: Record<string, string> = {
  not_found: 'There is no such request.',
  event_refused: 'That request is no longer waiting.',
};

/** One command of the review team, as the system: what it does is in the audit log. @returns the exit code */
export async function staff(
  services: Services,
  [verb = '', ...words]: string[],
  print: (line: string) => void,
): Promise<number> {
  const ctx = createContext(services, system('staff-command'), { requestId: newId() });
  try {
    const lines = await (verbs[verb] ?? accountVerbs[verb])?.(ctx, words);
    (lines ?? usage).forEach(print);
    return lines ? 0 : 1;
  } catch (error) {
    const refusal = isAppError(error)
      ? ((verbs[verb] ? refusals : accountRefusals)[error.code] ?? error.code)
      : null;
    if (!refusal) throw error;
    print(refusal);
    return 1;
  }
}
