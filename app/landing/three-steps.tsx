import { Pause, Play } from 'lucide-react';
import { useText } from '#app/i18n/use-text';
import { cx } from '../components/cx';
import { SceneIllustration } from '../components/scene-illustration';

const steps = ['describe', 'compare', 'choose'] as const;

/** When each is in the light; `design/base.css` has the rest. */
const turns = ['turn-first', 'turn-second', 'turn-third'] as const;

/**
 * The three steps; one after the other is in the light, without any script. All words are there at any time, so nothing
 * jumps. Who asks for less motion sees the drawings side by side, and nothing turns.
 */
export function ThreeSteps() {
  const t = useText();
  return (
    <section
      aria-label={t('landing.steps.title')}
      className="turning relative rounded-lg border border-line bg-surface p-5 sm:p-7"
    >
      <div className="grid h-40 grid-cols-3 items-center justify-items-center motion-safe:grid-cols-1 sm:h-48">
        {steps.map((step, index) => (
          <SceneIllustration
            key={step}
            scene={step}
            className={cx(
              'size-20 motion-safe:col-start-1 motion-safe:row-start-1 motion-safe:size-36 sm:size-28 motion-safe:sm:size-44',
              turns[index],
            )}
          />
        ))}
      </div>
      <ol className="mt-5 space-y-1">
        {steps.map((step, index) => (
          <li key={step} className="relative isolate flex gap-4 rounded-md p-3">
            <Lit turn={turns[index]!} className="-z-10 rounded-md bg-brand-soft" />
            <span
              aria-hidden="true"
              className="tnum relative grid size-8 shrink-0 place-items-center rounded-full border-2 border-brand bg-surface font-bold text-brand"
            >
              {index + 1}
              <Lit
                turn={turns[index]!}
                className="-m-0.5 grid place-items-center rounded-full bg-brand text-white"
              >
                {index + 1}
              </Lit>
            </span>
            <div>
              <h2 className="text-lg leading-8">{t(`landing.steps.${step}.title`)}</h2>
              <p className="text-ink-soft">{t(`landing.steps.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <PauseSwitch />
    </section>
  );
}

interface LitProps {
  turn: string;
  className: string;
  children?: number;
}

/** What lies over or under a step while it is in the light. */
const Lit = ({ turn, className, children }: LitProps) => (
  <span aria-hidden="true" className={cx('absolute inset-0 motion-reduce:hidden', turn, className)}>
    {children}
  </span>
);

function PauseSwitch() {
  const t = useText();
  return (
    <label className="absolute top-3 end-3 grid size-11 place-items-center rounded-full text-ink-soft hover:bg-brand-soft hover:text-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand motion-reduce:hidden">
      <input
        type="checkbox"
        autoComplete="off"
        aria-label={t('landing.steps.pause')}
        className="peer turning-pause sr-only"
      />
      <Pause aria-hidden="true" className="size-5 peer-checked:hidden" />
      <Play aria-hidden="true" className="hidden size-5 peer-checked:block" />
    </label>
  );
}
