import type { OutcomeFigures } from '#contracts/outcomes';
import { useText } from '#app/i18n/use-text';

const order = ['year', 'half-year'] as const;

/** '41 of 58 answered after a year; 36 would do it again', and how many were silent. Nothing below ten answers. */
export function OutcomeLines({ outcomes }: { outcomes: OutcomeFigures }) {
  const t = useText();
  return order.map((moment) => {
    const counted = moment === 'year' ? outcomes.year : outcomes.halfYear;
    if (!counted) return null;
    const { answered, of } = counted;
    return (
      <p key={moment}>
        {t(`outcomes.figures.${moment}`, { ...counted })}.{' '}
        <span className="text-ink-soft">
          {t('outcomes.figures.silent', { silent: of - answered })}
        </span>
      </p>
    );
  });
}
