import { useActionData } from '@remix-run/react';
import type { PhoneCountry } from '#contracts/identity';
import type { SignInStep } from '#modules/identity';
import type { RegistrationStep } from '#app/clinic/registration-page.server';
import { useText, type Text } from '#app/i18n/use-text';
import type { IntentReply } from '#app/auth/use-intent';
import { AuthWordsContext } from '../auth/auth-words';
import { CodeStep } from '../auth/code-step';
import { PhoneForm } from '../auth/phone-form';
import { proofWords } from '../auth/anew-step';
import { ProofStep } from '../auth/proof-step';
import { WaitingList, type ShownWaitingList } from '../auth/waiting-list';
import { BackLink } from '../components/back-link';
import { Banner } from '../components/banner';
import { Page } from '../components/page';
import { PasskeyDoor } from '../auth/passkey-door';
import { StepAnnouncer } from '../components/step-announcer';
import { NamedStepper } from '../components/stepper';
import { BackForm } from './back-form';
import { DocumentsStep } from './documents-step';
import { infoFormId } from './info-form';
import { InfoStep } from './info-step';
import { OtherDoors } from './other-doors';
import { VerifiedStep } from './verified-step';

interface RegistrationPageProps {
  variant: 'login' | 'register';
  step: Extract<SignInStep, { step: 'phone' | 'code' | 'proof' }> | RegistrationStep;
  /** As people read it; empty before there is one. */
  phone: string;
  stamp: string;
  /** Whether beginning anew is asked about in place of the second proof. */
  anew: boolean;
  /** Its country, ISO 3166-1 alpha-2; empty before there is one. */
  country: string;
  countries: readonly PhoneCountry[];
  /** The line for a code, where this browser waits in one. */
  lane: ShownWaitingList | null;
}

const words = { network: 'clinic.auth.network', resendFailed: 'clinic.auth.resend_failed' };
const numbers = { phone: 1, code: 2, proof: 2, verified: 2, info: 3, documents: 4 } as const;
const beforeRegistration: ReadonlySet<string> = new Set(['phone', 'code', 'proof']);

/** Four steps on one address; the server says which one is open, so a reload or no script loses nothing. */
export function RegistrationPage({
  variant,
  phone,
  country,
  stamp,
  countries,
  step,
  lane,
  anew,
}: RegistrationPageProps) {
  const t = useText();
  const answer = useActionData() as IntentReply | undefined;
  // The pre-session ran out while the details were typed: the form stays, or its contents would be lost.
  const interrupted = step.step === 'phone' && answer?.intent === 'info';
  const shown = interrupted ? ({ step: 'info', fields: null } as const) : step;
  const expired = answer?.code === 'unauthenticated' && !interrupted;
  const named =
    shown.step === 'proof' ? proofWords(t, anew) : wordsOf(t, variant, shown.step, phone);
  // Who signs in registers nothing: the bar begins where a number turns out to have no clinic.
  const signsIn = variant === 'login' && beforeRegistration.has(shown.step);
  const toProve = shown.step === 'proof' && !anew;
  // Of a locked code it would be untrue that it works.
  const locked = shown.step === 'code' && shown.state === 'locked';
  const heading = locked ? { title: named.title } : named;
  const phoneStep = lane ? (
    <WaitingList lane={lane} stamp={stamp} />
  ) : (
    <PhoneForm {...{ stamp, countries, phone, country }} />
  );
  return (
    <AuthWordsContext.Provider value={words}>
      <Page {...heading} before={<StepBack step={shown.step} />}>
        <StepAnnouncer step={anew ? 'anew' : shown.step} title={heading.title} />
        {signsIn ? null : <Progress step={shown.step} />}
        {expired ? (
          <Banner tone="danger" className="mb-6">
            {t('clinic.register.expired')}
          </Banner>
        ) : null}
        {shown.step === 'phone' ? phoneStep : null}
        {shown.step === 'code' ? <CodeStep step={shown} {...{ stamp, lane }} /> : null}
        {shown.step === 'proof' ? <ProofStep account="clinic" {...{ anew, step: shown }} /> : null}
        {(shown.step === 'phone' && variant === 'login') || toProve ? (
          <PasskeyDoor account="clinic" />
        ) : null}
        {shown.step === 'phone' ? <OtherDoors variant={variant} /> : null}
        {shown.step === 'verified' ? <VerifiedStep /> : null}
        {shown.step === 'info' ? <InfoStep fields={shown.fields} phone={phone} /> : null}
        {shown.step === 'documents' ? <DocumentsStep documents={shown.documents} /> : null}
      </Page>
    </AuthWordsContext.Provider>
  );
}

function Progress({ step }: { step: keyof typeof numbers }) {
  const t = useText();
  return (
    <div className="mb-8">
      <NamedStepper
        label={t('clinic.register.steps')}
        current={numbers[step]}
        steps={[
          t('clinic.register.step.phone'),
          t('clinic.register.step.verify'),
          t('clinic.register.step.info'),
          t('clinic.register.step.documents'),
        ]}
      />
    </div>
  );
}

function wordsOf(
  t: Text,
  variant: RegistrationPageProps['variant'],
  step: Exclude<keyof typeof numbers, 'proof'>,
  phone: string,
): { title: string; lead: string } {
  if (step === 'phone')
    return { title: t(`clinic.auth.${variant}.title`), lead: t(`clinic.auth.${variant}.lead`) };
  if (step === 'code') return { title: t('auth.code.title'), lead: t('auth.code.lead', { phone }) };
  return {
    title: t(`clinic.register.title.${step}`),
    lead: t(`clinic.register.lead.${step}`, { phone }),
  };
}

/** Phone leads home, the code to the phone, Info to the code, the documents to Info. */
function StepBack({ step }: { step: keyof typeof numbers }) {
  switch (step) {
    case 'phone':
      return <BackLink to="/" />;
    case 'info':
      return <BackForm form={infoFormId} intent="back" enter="info" />;
    case 'documents':
      return <BackLink to="?step=info" />;
    default:
      return <BackForm intent="restart" />;
  }
}
