import { Pause, Play } from 'lucide-react';
import { useText } from '#app/i18n/use-text';
import { cx } from '../components/cx';
import { SceneIllustration } from '../components/scene-illustration';
import { useRotation } from './use-rotation';

const steps = ['describe', 'compare', 'choose'] as const;

/** The three steps; one after the other is in the light. All words are there at any time, so nothing jumps. */
export function ThreeSteps() {
  const t = useText();
  const { current, paused, toggle } = useRotation(steps.length);
  return (
    <section
      aria-label={t('landing.steps.title')}
      className="relative rounded-lg border border-line bg-surface p-5 sm:p-7"
    >
      <Stage current={current} />
      <ol className="mt-5 space-y-1">
        {steps.map((step, index) => (
          <li
            key={step}
            className={cx(
              'flex gap-4 rounded-md p-3 transition-colors duration-300',
              current === index && 'bg-brand-soft',
            )}
          >
            <span
              aria-hidden="true"
              className={cx(
                'tnum grid size-8 shrink-0 place-items-center rounded-full border-2 border-brand font-bold transition-colors duration-300',
                current === index ? 'bg-brand text-white' : 'bg-surface text-brand',
              )}
            >
              {index + 1}
            </span>
            <div>
              <h2 className="text-lg leading-8">{t(`landing.steps.${step}.title`)}</h2>
              <p className="text-ink-soft">{t(`landing.steps.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      {current === null ? null : (
        <button
          type="button"
          onClick={toggle}
          aria-label={t(paused ? 'landing.steps.play' : 'landing.steps.pause')}
          className="absolute top-3 end-3 grid size-11 place-items-center rounded-full text-ink-soft hover:bg-brand-soft hover:text-brand"
        >
          {paused ? (
            <Play aria-hidden="true" className="size-5" />
          ) : (
            <Pause aria-hidden="true" className="size-5" />
          )}
        </button>
      )}
    </section>
  );
}

/** The drawings: side by side while nothing turns, else the current one, faded in over 300 ms. */
function Stage({ current }: { current: number | null }) {
  if (current === null)
    return (
      <div className="grid h-40 grid-cols-3 items-center justify-items-center sm:h-48">
        {steps.map((step) => (
          <SceneIllustration key={step} scene={step} className="size-20 sm:size-28" />
        ))}
      </div>
    );
  return (
    <div className="grid h-40 place-items-center sm:h-48">
      {steps.map((step, index) => (
        <SceneIllustration
          key={step}
          scene={step}
          className={cx(
            'col-start-1 row-start-1 size-36 transition-opacity duration-300 sm:size-44',
            index === current ? 'opacity-100' : 'opacity-0',
          )}
        />
      ))}
    </div>
  );
}
