import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { readSetting } from '#platform/settings';
import type { LeadFields } from '#contracts/consultation';
import type { FindingCode } from '../findings';
import type { Standing } from '../repo.server';
import { leadBudgets } from '../settings';
import { contactFindings } from './contact-data';

/** All that somebody wrote in a request: contact data is no better in the allergies than in the notes. */
const writtenIn = ({ description, patientInfo }: LeadFields): string =>
  [description, patientInfo?.medicalHistory, patientInfo?.allergies].filter(Boolean).join('\n');

/** The automatic checks of a request that is about to be stored. Nothing found: its timer may publish it. */
export async function screen(
  ctx: Ctx<ActorOf<'patient'>>,
  {
    fields,
    photoSeenElsewhere,
    standing,
  }: { fields: LeadFields; photoSeenElsewhere: boolean; standing: Standing },
): Promise<FindingCode[]> {
  const findings = contactFindings(writtenIn(fields));
  if (standing.openForTheSame) findings.push('duplicate-request');
  if (photoSeenElsewhere) findings.push('photo-seen-elsewhere');
  const { unscreenedPerDay } = await readSetting(ctx, leadBudgets);
  if (standing.sentToday >= unscreenedPerDay) findings.push('too-many-requests');
  return findings;
}
