import type { Formats } from '#app/i18n/use-formats';
import type { Text } from '#app/i18n/use-text';

const topics = {
  'getting-started': ['create', 'offers'],
  'payments-pricing': ['prices', 'fees'],
  'safety-security': ['clinics', 'data'],
} as const;

export interface HelpTopic {
  readonly id: string;
  readonly title: string;
  readonly questions: ReadonlyArray<{ id: string; question: string; answer: string }>;
}

/** The questions whose words, or those of their answers, hold `search` in any case; topics without one left out. */
export function helpTopics(
  { t, lowerCase }: { t: Text } & Pick<Formats, 'lowerCase'>,
  search: string,
): HelpTopic[] {
  const wanted = lowerCase(search.trim());
  return Object.entries(topics)
    .map(([id, names]) => ({
      id,
      title: t(`support.faq.${id}`),
      questions: names
        .map((name) => ({
          id: `${id}.${name}`,
          question: t(`support.faq.${id}.${name}.question`),
          answer: t(`support.faq.${id}.${name}.answer`),
        }))
        .filter(({ question, answer }) => lowerCase(`${question}\n${answer}`).includes(wanted)),
    }))
    .filter(({ questions }) => questions.length > 0);
}
