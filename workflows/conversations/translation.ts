import { setTimeout as wait } from 'node:timers/promises';
import type { ConsentDto } from '#contracts/identity';
import type { MessageDto } from '#contracts/messaging';
import { withTransaction } from '#engine';
import { hasConsent, ownConsents, recordConsent } from '#modules/identity';
import {
  claimTranslation,
  dropClaim,
  storeTranslation,
  translationBudgets,
  translationState,
} from '#modules/messaging';
import { days, milliseconds } from '#platform/base/duration';
import { AppError, isAppError } from '#platform/base/errors';
import type { CtxOf } from '#platform/context';
import type { Side } from '#platform/base/actor';
import { spend } from '#platform/limits/rate-limit';
import { defineCounter } from '#platform/metrics/metrics';
import { isTranslatorError, type Translator } from '#platform/ports/translator';
import { readSetting } from '#platform/settings/settings';
import { type Found, showMessage } from './talk';

const translations = defineCounter({
  name: 'message_translations_total',
  help: 'Messages that a reader had translated: stored, unknown (to the demo), budget (of the day was used up), failed',
  labelNames: ['outcome'],
});

/**
 * One message of the other side in the language of the acting person: what is stored, or what the provider says now. Of
 * several readers at once one asks, and the others wait for what comes of it.
 *
 * @throws AppError `translation_off` without a provider or, to a clinic, without the patient's consent;
 * `translation_not_agreed` to a patient who has not agreed; `translation_budget`, `translation_failed`,
 * `translation_unknown` of a demo; `not_found` for other messages; `too_many_requests`
 */
export async function translateMessage(
  found: Found,
  { messageId }: { messageId: string },
): Promise<MessageDto> {
  const { ctx, talk } = found;
  const { translator } = ctx.services.ports;
  if (!translator) throw new AppError('translation_off');
  const claim = await withTransaction(ctx, async (tx) => {
    const { patientId } = talk;
    if (!(await hasConsent(tx, { patientId, kind: 'translation', lock: true })))
      throw notAgreed(ctx);
    return claimTranslation(tx, talk, { messageId, provider: translator.name });
  });
  const asked = { messageId, locale: ctx.locale };
  if (claim.state === 'ask') await askProvider(ctx, translator, { ...claim, ...asked });
  if (claim.state === 'asked') await waitFor(ctx, asked);
  const shown = await showMessage(found, messageId);
  // Taken back, or masked anew, in between.
  if (!shown.translation) throw new AppError('translation_off');
  return shown;
}

const notAgreed = ({ actor }: CtxOf<Side>): AppError =>
  new AppError(actor.kind === 'patient' ? 'translation_not_agreed' : 'translation_off');

type Asking = Parameters<typeof storeTranslation>[1] & { readonly text: string };

/** Outside of any transaction: a provider that is slow holds no connection. */
async function askProvider(
  ctx: CtxOf<Side>,
  translator: Translator,
  asking: Asking,
): Promise<void> {
  try {
    await spendCharacters(ctx, asking.text);
    await storeTranslation(ctx, asking, await translator.translate(asking.text, asking.locale));
    translations(ctx.services).inc({ outcome: 'stored' });
  } catch (error) {
    await dropClaim(ctx, asking);
    throw refused(ctx, error);
  }
}

async function spendCharacters(ctx: CtxOf<Side>, text: string): Promise<void> {
  const { charactersPerDay: limit } = await readSetting(ctx, translationBudgets);
  const rule = { name: 'messaging.translated-characters', limit, window: days(1) };
  if ((await spend(ctx, rule, 'all', text.length)) === null)
    throw new AppError('translation_budget');
}

function refused(ctx: CtxOf<Side>, error: unknown): unknown {
  if (isAppError(error)) {
    translations(ctx.services).inc({ outcome: 'budget' });
    return error;
  }
  if (!isTranslatorError(error)) return error;
  const isUnknown = error.reason === 'unknown';
  translations(ctx.services).inc({ outcome: isUnknown ? 'unknown' : 'failed' });
  if (isUnknown) return new AppError('translation_unknown');
  ctx.log.warn({ reason: error.reason }, 'messaging.not-translated');
  return new AppError('translation_failed', { retryAfterSeconds: 30 });
}

const between = milliseconds(250);
/** Somewhat longer than a provider may take. */
const mostLooks = 48;

async function waitFor(
  ctx: CtxOf<Side>,
  asked: Parameters<typeof translationState>[1],
): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    if ((await translationState(ctx, asked)) === 'there') return;
    await wait(between);
  }
  throw new AppError('translation_failed', { retryAfterSeconds: 30 });
}

/**
 * The acting patient agrees that messages between them and clinics are translated when one of the two asks for it.
 *
 * @throws AppError `translation_off` without a provider; `consent_required`
 */
export function agreeToTranslation(ctx: CtxOf<'patient'>): Promise<ConsentDto[]> {
  if (!ctx.services.ports.translator) throw new AppError('translation_off');
  return withTransaction(ctx, async (tx) => {
    await recordConsent(tx, ['translation']);
    return ownConsents(tx);
  });
}
