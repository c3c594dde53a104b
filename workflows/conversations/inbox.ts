import type { ActorOf, Side } from '#platform/base/actor';
import type { ConversationDto } from '#contracts/messaging';
import { clinicNames } from '#modules/clinic-onboarding';
import { abbreviatedNames } from '#modules/identity';
import { subTreatmentsOf } from '#modules/leads';
import { ownConversations, unreadConversations, type ListedConversation } from '#modules/messaging';
import { closedAmong } from '#modules/offers';
import type { Ctx, CtxOf } from '#platform/context';
import { inWords } from './talk';

/**
 * A page of the acting person's conversations, the latest message first. A clinic sees abbreviated names also after the
 * choice, and of a conversation that is closed to it no words of the patient.
 *
 * @throws AppError `invalid_cursor`
 */
export async function ownInbox(
  ctx: CtxOf<Side>,
  page: { cursor?: string } = {},
): Promise<{ conversations: ConversationDto[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await ownConversations(ctx, page);
  const isPatient = ctx.actor.kind === 'patient';
  const distinct = (of: (row: ListedConversation) => string) => [...new Set(rows.map(of))];
  const [treatments, names, closed] = await Promise.all([
    subTreatmentsOf(
      ctx,
      distinct(({ leadId }) => leadId),
    ),
    isPatient
      ? clinicNames(
          ctx,
          distinct(({ clinicId }) => clinicId),
        )
      : abbreviatedNames(ctx, { ids: distinct(({ patientId }) => patientId), lock: false }),
    isPatient
      ? new Set<string>()
      : closedAmong(
          ctx,
          rows.map(({ id }) => id),
        ),
  ]);
  const conversations = rows.map((row): ConversationDto => {
    const hidden = closed.has(row.id);
    return {
      offerId: row.id,
      with: names.get(isPatient ? row.clinicId : row.patientId) ?? null,
      subTreatment: treatments.get(row.leadId) ?? null,
      lastMessageAt: row.lastMessageAt.toISOString(),
      lastFrom: row.lastFrom,
      preview: hidden && row.lastFrom === 'patient' ? null : previewOf(row, ctx),
      slot: row.slot,
      unread: hidden ? 0 : row.unread,
    };
  });
  return { conversations, nextCursor };
}

/** How the last message begins, a ready-made sentence in the reader's language. */
const previewOf = ({ phrase, preview }: ListedConversation, { locale }: Ctx): string | null =>
  phrase ? inWords(phrase, locale) : preview;

/**
 * How many messages each of these people has not seen, in their order, in up to 100 conversations. What is closed to a
 * clinic does not count.
 */
export async function unreadMessages(
  ctx: Ctx,
  readers: ReadonlyArray<Pick<ActorOf<Side>, 'kind' | 'id'>>,
): Promise<number[]> {
  const rows = await unreadConversations(ctx, readers);
  const ofClinic = rows.filter(({ reader }) => reader === 'clinic').map(({ id }) => id);
  const closed = await closedAmong(ctx, ofClinic);
  return readers.map(({ kind }) =>
    rows
      .filter(({ id, reader }) => reader === kind && !(kind === 'clinic' && closed.has(id)))
      .reduce((sum, { unread }) => sum + unread, 0),
  );
}
