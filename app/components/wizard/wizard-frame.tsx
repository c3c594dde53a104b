import { useNavigate } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { countedSteps, stepPath, steps, type Step } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { BackLink } from '../back-link';
import { Stepper } from '../stepper';

/** The page around every step: back arrow, progress, the question. */
export function WizardFrame({ step, children }: { step: Step; children: ReactNode }) {
  const t = useText();
  const wayOut = useWayOut();
  const state = steps[step - 1]!.state;
  return (
    <main id="main" tabIndex={-1} className="shell-narrow pt-4 pb-16 sm:pt-8">
      {step === 1 ? (
        <LeaveLink label={t('common.back')} back={wayOut} />
      ) : (
        <BackLink to={stepPath((step - 1) as Step)} />
      )}
      {step <= countedSteps ? (
        <div className="mt-2">
          <Stepper current={step} total={countedSteps} label={t('consultation.progress')} />
        </div>
      ) : null}
      <h1 className="mt-4 text-2xl sm:text-3xl">{t(`consultation.${state}.heading`)}</h1>
      <p className="measure mt-2 text-lg text-ink-soft">{t(`consultation.${state}.lead`)}</p>
      <div className="mt-6 sm:mt-8">{children}</div>
    </main>
  );
}

/** Out of the wizard: to the page before it, however many steps were walked since; home when there is none. */
function LeaveLink({ label, back }: { label: string; back: () => number }) {
  const navigate = useNavigate();
  const leave = (event: MouseEvent): void => {
    const steps = back();
    if (steps >= 0) return;
    event.preventDefault();
    navigate(steps);
  };
  return (
    <a
      href="/"
      onClick={leave}
      className="link inline-flex min-h-11 items-center gap-1.5 no-underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {label}
    </a>
  );
}

const positionInHistory = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** How far back in this tab's history the page before the wizard lies; 0 when there is none. */
function useWayOut(): () => number {
  const entered = useRef(0);
  useEffect(() => {
    entered.current = positionInHistory();
  }, []);
  return () => (entered.current < 1 ? 0 : entered.current - 1 - positionInHistory());
}
