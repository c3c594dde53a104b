import {
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
} from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { countedSteps, type Step, steps } from '#contracts/consultation';
import { BackForm } from '#app/clinic/back-form';
import { Banner } from '#app/components/banner';
import { ButtonLink } from '#app/components/button';
import { BackLink, Page } from '#app/components/page';
import { Stepper } from '#app/components/stepper';
import { Timeline } from '#app/components/timeline';
import { pageLoader } from '#app/http/page.server';
import { useFormats } from '#app/i18n/formats';
import { useAddress, useText } from '#app/i18n/use-text';
import { clearLocalCopy } from '#app/wizard/clear-local-copy';
import { useWizard } from '#app/wizard/client';
import { openWizard, type WizardData } from '#app/wizard/open-wizard.server';
import { PhotosWaiting } from '#app/wizard/photos-waiting';
import { ownAddress, stepFormId, backTo } from '#app/wizard/step-address';

export { clientLoader } from '#app/wizard/client';

export const loader = pageLoader('patient', (ctx, { url }) => openWizard(ctx, url));

/** Every step shows the server where the patient is, so that another device finds the same step. */
export const shouldRevalidate = ({
  actionStatus,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate || actionStatus === 409 || currentUrl.href !== nextUrl.href;

export default function Consultation() {
  const data = useLoaderData<WizardData>() as WizardData;
  return data.kind === 'submitted' ? <Confirmation {...data} /> : <Steps {...data} />;
}

function Steps({ draft, step, contactIn }: Extract<WizardData, { kind: 'step' }>) {
  const wizard = useWizard({ draft, step, contactIn });
  return (
    <WizardFrame step={step} changing={wizard.changing}>
      {/* The photos' own step has a list of them, and the last one says it beside its button. */}
      {step === 4 || step === 7 ? null : <PhotosWaiting uploads={wizard.photoUploads.uploads} />}
      <Outlet context={wizard} />
      <StepsAhead step={step} />
    </WizardFrame>
  );
}

interface WizardFrameProps {
  step: Step;
  /** Opened from the summary. */
  changing: boolean;
  children: ReactNode;
}

/** Steps that hold more than one choice: going back takes along what they hold. */
const sentAlong: ReadonlySet<Step> = new Set<Step>([5, 6]);

/** The page around every step: back arrow, progress, the question. */
function WizardFrame({ step, changing, children }: WizardFrameProps) {
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
        <BackLink to={backTo(step, changing)} />
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

const lookAgainMs = 500;
const looks = 20;

/**
 * Makes the browser learn of every step's route, and fetch the script of the one that follows, while somebody looks at
 * this one: a slow line then waits for the answer alone. Nothing is shown.
 */
function StepsAhead({ step }: { step: Step }) {
  const next = steps
    .find(({ number }) => number === step + 1)
    ?.path.split('/')
    .at(-1);
  useEffect(() => {
    let tries = 0;
    const look = (): void => {
      tries += 1;
      if (!next || fetchScript(next) || tries === looks) clearInterval(looking);
    };
    const looking = setInterval(look, lookAgainMs);
    look();
    return () => clearInterval(looking);
  }, [next]);
  return steps.map(({ path }) => (
    <form key={path} action={path} data-discover="true" hidden className="hidden" />
  ));
}

/** False while the browser has not heard of that step’s route, or has no network. */
function fetchScript(lastOfPath: string): boolean {
  const routes = Object.values(window.__remixManifest.routes);
  const route = routes.find(
    ({ path, parentId }) => path === lastOfPath && /consultation$/.test(parentId ?? ''),
  );
  if (!route || !navigator.onLine) return false;
  for (const href of [route.module, ...(route.imports ?? [])]) void keepAtHand(href);
  return true;
}

const atHand = new Set<string>();

/** Into the browser's cache, not as a module: one whose preload failed for want of a network stays failed. */
async function keepAtHand(href: string): Promise<void> {
  if (atHand.has(href) || document.querySelector(`link[href="${href}"]`)) return;
  atHand.add(href);
  await fetch(href, { priority: 'low' }).catch(() => atHand.delete(href));
}

/** Step 8: the request is in; what happens next and where it can be followed. */
function Confirmation({ unavailable }: Extract<WizardData, { kind: 'submitted' }>) {
  const t = useText();
  const formats = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(clearLocalCopy, []);
  // It takes the summary's place on its route, so that no change of the address moves the focus.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <Page title={t('consultation.done.title')} lead={t('consultation.done.lead')} heading={heading}>
      {unavailable.length > 0 ? (
        <Banner
          tone="info"
          className="mb-6"
          title={t('consultation.done.unavailable', {
            count: unavailable.length,
            clinics: formats.list([...unavailable]),
          })}
        >
          <p>{t('consultation.done.unavailable_text')}</p>
        </Banner>
      ) : null}
      <Timeline
        items={[
          { title: t('consultation.done.sent'), state: 'done' },
          { title: t('consultation.next.screening'), state: 'current' },
          { title: t('consultation.next.offers'), state: 'upcoming' },
        ]}
      />
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/my-offers">{t('consultation.done.requests')}</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          {t('consultation.done.home')}
        </ButtonLink>
      </div>
    </Page>
  );
}
