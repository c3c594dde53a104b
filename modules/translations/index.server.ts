export {
  claimTranslation,
  dropClaim,
  eraseTranslationsOf,
  forgetTranslations,
  storeTranslation,
  translationState,
  type Written,
} from './commands.server';
export { translationsOf, type TranslatedTexts } from './queries.server';
export { translationBudgets } from './rules';
export { personData } from './privacy.server';
