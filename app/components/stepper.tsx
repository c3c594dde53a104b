import { Check } from 'lucide-react';
import { useText } from '#app/i18n/use-text';
import { cx } from './cx';
import { ProgressBar } from './progress-bar';
import { VisuallyHidden } from './visually-hidden';

interface StepperProps {
  current: number;
  total: number;
  /** What the steps lead through, e.g. 'Your request'. */
  label: string;
}

/** `n/total` with a bar. */
export function Stepper({ current, total, label }: StepperProps) {
  return (
    <div className="flex items-center gap-3">
      <ProgressBar value={current} max={total} label={label} />
      <span className="tnum shrink-0 text-sm font-semibold text-ink-soft">
        {current}/{total}
      </span>
    </div>
  );
}

/** The steps by name: done, current, still to come. `current` counts from 1. */
export function NamedStepper({
  steps,
  current,
  label,
}: {
  steps: readonly string[];
  current: number;
  label: string;
}) {
  const t = useText();
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap gap-2">
        {steps.map((step, index) => {
          const number = index + 1;
          const done = number < current;
          return (
            <li
              key={step}
              aria-current={number === current ? 'step' : undefined}
              className={cx(
                'flex-1 border-t-4 pt-2 text-sm',
                number > current
                  ? 'border-line text-ink-soft forced-colors:border-dotted'
                  : 'border-brand font-semibold',
              )}
            >
              <span className="flex items-center gap-1">
                {done ? <Check aria-hidden="true" className="size-4 text-brand" /> : null}
                {step}
                {done ? <VisuallyHidden>{t('common.step_done')}</VisuallyHidden> : null}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
