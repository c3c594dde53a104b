import type { Side } from '#platform/base/actor';

export const maxMessage = 4_000;
export const maxFilesOfMessage = 10;
export const maxReason = 1_000;

/** Open pages of both sides hear by this word that something was said, seen or closed. */
export const conversationChanged = 'messaging.changed';

/**
 * How the team decides about a reported conversation: there was nothing to it, the report is right and the conversation goes on,
 * or nobody writes there any more.
 */
export const reportOutcomes = ['dismissed', 'kept', 'blocked'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** How the team decides about what was masked in a message: it is shown from now on, or it stays hidden. */
export const reviewOutcomes = ['released', 'kept'] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];
/** Where the review of a masked message stands. */
export const reviewStates = ['waiting', ...reviewOutcomes] as const;

/**
 * Sentences that each side may send as they stand, by topic. Each reader reads them in their own language
 * (`phrases.say.*` of each language's words).
 */
export const phrases = {
  patient: {
    times: [
      'when-free',
      'days-to-stay',
      'visits-needed',
      'length-of-visit',
      'flexible',
      'not-this-month',
      'weekend',
    ],
    price: [
      'what-is-included',
      'extra-costs',
      'how-to-pay',
      'when-to-pay',
      'may-it-change',
      'is-there-a-guarantee',
    ],
    treatment: [
      'who-treats',
      'which-material',
      'which-anaesthesia',
      'how-painful',
      'which-risks',
      'alternatives',
      'more-photos',
      'my-medicines',
    ],
    travel: ['airport', 'hotel', 'bring-a-person', 'my-language', 'fly-home'],
    aftercare: ['back-to-work', 'whom-to-ask', 'check-ups'],
    courtesy: ['thanks-answered', 'need-time'],
  },
  clinic: {
    times: [
      'free-this-month',
      'free-next-month',
      'which-days',
      'stay-three-days',
      'stay-a-week',
      'one-visit',
      'two-visits',
    ],
    price: [
      'final-after-examination',
      'all-in-the-offer',
      'pay-at-the-clinic',
      'card-or-cash',
      'instalments',
      'guarantee-in-writing',
      'offer-updated',
    ],
    treatment: [
      'send-x-ray',
      'send-photos',
      'list-medicines',
      'illnesses',
      'keep-medicines',
      'local-anaesthesia',
      'general-anaesthesia',
      'eating-and-drinking',
      'doctor-decides',
    ],
    travel: [
      'we-pick-you-up',
      'help-with-hotel',
      'bring-one-person',
      'we-speak-your-language',
      'fly-after-check-up',
    ],
    aftercare: [
      'swelling-is-usual',
      'write-if-worried',
      'emergency',
      'check-up-photos',
      'take-medicines',
    ],
    courtesy: ['thanks-for-message', 'answer-soon', 'good-recovery'],
  },
} as const satisfies Record<Side, Readonly<Record<string, readonly string[]>>>;

type PhraseOf<S extends Side> =
  (typeof phrases)[S] extends Readonly<Record<string, readonly (infer P)[]>> ? P : never;
export type Phrase = PhraseOf<'patient'> | PhraseOf<'clinic'>;

/** What this side may say: a question of patients is none of a clinic. */
export const phrasesOf = (side: Side): readonly Phrase[] =>
  Object.values<readonly Phrase[]>(phrases[side]).flat();
