import { setTimeout as wait } from 'node:timers/promises';
import type { ConsentDto } from '#contracts/identity';
import type { TranslatingDto } from '#contracts/translations';
import { withTransaction } from '#engine';
import { hasConsent, ownConsents, recordConsent } from '#modules/identity';
import {
  claimTranslation,
  dropClaim,
  storeTranslation,
  translationBudgets,
  translationState,
  type Written,
} from '#modules/translations';
import type { Side } from '#platform/base/actor';
import { days, milliseconds } from '#platform/base/duration';
import { AppError, isAppError } from '#platform/base/errors';
import type { Ctx, CtxOf, TxCtxOf } from '#platform/context';
import { spend } from '#platform/limits/rate-limit';
import { defineCounter } from '#platform/metrics/metrics';
import { isTranslatorError, type Translator } from '#platform/ports/translator';
import { readSetting } from '#platform/settings/settings';

const translations = defineCounter({
  name: 'translations_total',
  help: 'What readers had translated: stored, unknown (to the demo), budget (of the day was used up), failed',
  labelNames: ['outcome'],
});

/**
 * Has words translated into the language of the acting person: what is stored, or what the provider says now. Of several
 * readers at once one asks, and the others wait for what comes of it. `find` reads the words, and finds out that the acting
 * person may read them.
 *
 * @throws AppError `translation_off` without a provider or, to others than the patient, without the patient's consent;
 * `translation_not_agreed` to a patient who has not agreed; `translation_budget`, `translation_failed`,
 * `translation_unknown` of a demo; `too_many_requests`; what `find` throws
 */
export async function askTranslation(
  ctx: CtxOf<Side>,
  find: (tx: TxCtxOf<Side>) => Promise<Written>,
): Promise<void> {
  const { translator } = ctx.services.ports;
  if (!translator) throw new AppError('translation_off');
  const { written, claim } = await withTransaction(ctx, async (tx) => {
    const found = await find(tx);
    const { patientId } = found;
    if (!(await hasConsent(tx, { patientId, kind: 'translation', lock: true })))
      throw new AppError(isPatient(ctx, patientId) ? 'translation_not_agreed' : 'translation_off');
    return {
      written: found,
      claim: await claimTranslation(tx, found, { provider: translator.name }),
    };
  });
  const asked = { ofId: written.ofId, locale: ctx.locale };
  if (claim.state === 'ask')
    await askProvider(ctx, translator, { ...asked, asking: claim.asking, texts: written.texts });
  if (claim.state === 'asked') await waitFor(ctx, asked);
}

type Asking = Parameters<typeof storeTranslation>[1] & Pick<Written, 'texts'>;

/** Outside of any transaction: a provider that is slow holds no connection. */
async function askProvider(
  ctx: CtxOf<Side>,
  translator: Translator,
  asking: Asking,
): Promise<void> {
  const { texts, locale } = asking;
  try {
    await spendCharacters(ctx, texts);
    const said = await Promise.all(texts.map((text) => translator.translate(text, locale)));
    if (await storeTranslation(ctx, asking, said))
      translations(ctx.services).inc({ outcome: 'stored' });
  } catch (error) {
    await dropClaim(ctx, asking);
    throw refused(ctx, error);
  }
}

async function spendCharacters(ctx: CtxOf<Side>, texts: readonly string[]): Promise<void> {
  const { charactersPerDay: limit } = await readSetting(ctx, translationBudgets);
  const rule = { name: 'translations.characters', limit, window: days(1) };
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if ((await spend(ctx, rule, 'all', length)) === null) throw new AppError('translation_budget');
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
  ctx.log.warn({ reason: error.reason }, 'translations.not-translated');
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
 * Whether the acting person may have words translated that rest on the consent of this patient; without a provider no
 * statement.
 */
export async function translatingFor(
  ctx: Ctx,
  { patientId }: { patientId: string },
): Promise<TranslatingDto> {
  const { translator } = ctx.services.ports;
  if (!translator) return null;
  if (await hasConsent(ctx, { patientId, kind: 'translation', lock: false }))
    return { state: 'ready', by: translator.name };
  return isPatient(ctx, patientId) ? { state: 'agree', by: translator.name } : null;
}

const isPatient = ({ actor }: Ctx, patientId: string): boolean =>
  actor.kind === 'patient' && actor.id === patientId;

/**
 * The acting patient agrees that what they and clinics write to each other, and their reviews, are translated when a reader
 * asks for it.
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
