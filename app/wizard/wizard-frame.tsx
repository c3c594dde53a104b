import { useLocation, useNavigate } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { countedSteps, steps, type Step } from '#contracts/consultation';
import { useAddress } from '#app/i18n/use-address';
import { useText } from '#app/i18n/use-text';
import { ownAddress, stepFormId, wayBack } from '#app/wizard/step-address';
import { BackLink } from '../components/back-link';
import { BackForm } from '../clinic/back-form';
import { Stepper } from '../components/stepper';

interface WizardFrameProps {
  step: Step;
  /** Opened from the summary. */
  changing: boolean;
  children: ReactNode;
}

/** Steps that hold more than one choice: going back takes along what they hold. */
const sentAlong: ReadonlySet<Step> = new Set<Step>([5, 6]);

/** The page around every step: back arrow, progress, the question. */
export function WizardFrame({ step, changing, children }: WizardFrameProps) {
  const t = useText();
  const wayOut = useWayOut();
  useOwnAddress(step);
  const state = steps[step - 1]!.state;
  return (
    <main id="main" tabIndex={-1} className="shell-narrow pt-4 pb-16 sm:pt-8">
      {step === 1 && !changing ? (
        <LeaveLink label={t('common.back')} back={wayOut} />
      ) : sentAlong.has(step) ? (
        <BackForm form={stepFormId} intent="back" enter="save" />
      ) : (
        <BackLink to={wayBack(step, changing)} />
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

/** A form was sent to a route of its own: what the browser shows stays the address of the step on the page. */
function useOwnAddress(step: Step): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const own = ownAddress(step, { pathname, search });
    if (own) window.history.replaceState(window.history.state, '', own);
  }, [step, pathname, search]);
}

/** Out of the wizard: to the page before it, however many steps were walked since; home when there is none. */
function LeaveLink({ label, back }: { label: string; back: () => number }) {
  const navigate = useNavigate();
  const address = useAddress();
  const leave = (event: MouseEvent): void => {
    const steps = back();
    if (steps >= 0) return;
    event.preventDefault();
    navigate(steps);
  };
  return (
    <a
      href={address('/')}
      onClick={leave}
      className="link inline-flex min-h-11 items-center gap-1.5 no-underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
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
