import { getFormProps, useForm } from '@conform-to/react';
import { Form, useActionData, useLocation } from '@remix-run/react';
import { defaultCountry, type RegistrationDraft } from '#contracts/clinic-onboarding';
import type { PhoneCountry } from '#contracts/identity';
import type { SignInStep } from '#modules/identity';
import { CodeStep, ProofStep, proofWords, StepAnnouncer } from '../auth/code-step';
import { AuthWordsContext, FormFailure } from '../auth/form-failure';
import { PasskeyDoor, PhoneForm, type ShownWaitingList, WaitingList } from '../auth/phone-form';
import { type IntentReply, useIntent } from '#app/auth/use-intent';
import { type ClinicChoice, ClinicChoices } from './clinic-choices';
import { BackForm } from './back-form';
import { DetailsFields, type DetailsForm } from './details-fields';
import { DocumentsStep } from './documents-step';
import type { RegistrationStep } from './registration-page.server';
import { ActionBar } from '../components/action-bar';
import { BackLink, Page } from '../components/page';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { KeptStatus } from '../components/kept-status';
import { Link } from '#app/components/link';
import { NamedStepper } from '../components/stepper';
import { useFreshForm, useKeptForm } from '#app/forms/use-kept-form';
import { Rich } from '#app/i18n/rich';
import { type Text, useText } from '#app/i18n/use-text';

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
  waitingList: ShownWaitingList | null;
}

const words = { network: 'clinic.auth.network', resendFailed: 'clinic.auth.resend_failed' };
const numbers = {
  ...{ phone: 1, code: 2, proof: 2, clinics: 2, verified: 2 },
  ...{ info: 3, documents: 4 },
} as const;
const beforeRegistration: ReadonlySet<string> = new Set(['phone', 'code', 'proof', 'clinics']);

/** Four steps on one address; the server says which one is open, so a reload or no script loses nothing. */
export function RegistrationPage({
  variant,
  phone,
  country,
  stamp,
  countries,
  step,
  waitingList,
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
  const signsIn =
    shown.step === 'clinics' || (variant === 'login' && beforeRegistration.has(shown.step));
  const toProve = shown.step === 'proof' && !anew;
  // Of a locked code it would be untrue that it works.
  const locked = shown.step === 'code' && shown.state === 'locked';
  const heading = locked ? { title: named.title } : named;
  const phoneStep = waitingList ? (
    <WaitingList waitingList={waitingList} stamp={stamp} />
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
        {shown.step === 'code' ? <CodeStep step={shown} {...{ stamp, waitingList }} /> : null}
        {shown.step === 'proof' ? <ProofStep account="clinic" {...{ anew, step: shown }} /> : null}
        {(shown.step === 'phone' && variant === 'login') || toProve ? (
          <PasskeyDoor account="clinic" />
        ) : null}
        {shown.step === 'phone' ? <OtherDoors variant={variant} /> : null}
        {shown.step === 'clinics' ? <ClinicsStep clinics={shown.clinics} /> : null}
        {shown.step === 'verified' ? <VerifiedStep /> : null}
        {shown.step === 'info' ? <InfoStep fields={shown.fields} phone={phone} /> : null}
        {shown.step === 'documents' ? <DocumentsStep {...shown} /> : null}
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
  if (step === 'clinics') return { title: t('team.choose.title'), lead: t('team.choose.lead') };
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

/** The clinic's details with what was typed of them before, also after a reload. */
function InfoStep(props: { fields: RegistrationDraft | null; phone: string }) {
  const { pathname } = useLocation();
  const round = useFreshForm(infoFormId, pathname, props.fields);
  return <InfoForm key={round} {...props} />;
}

const infoFormId = 'info';

interface InfoFormProps {
  fields: RegistrationDraft | null;
  phone: string;
}

/** Step 3: what a clinic says of itself. */
function InfoForm({ fields: typed, phone }: InfoFormProps) {
  const t = useText();
  const { answer, reply, code, pending } = useIntent('info');
  const [form, fields] = useForm<DetailsForm>({
    id: infoFormId,
    lastResult: reply,
    defaultValue: { country: defaultCountry, ...typed },
  });
  const { pathname } = useLocation();
  const keeping = useKeptForm({
    formId: infoFormId,
    owner: phone,
    answer,
    path: pathname,
    intent: 'keep',
    pauseMs: 3_000,
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate>
      {code === 'unauthenticated' ? (
        <Banner tone="danger" className="mb-6">
          {t('clinic.register.expired_typed')}
        </Banner>
      ) : (
        <ErrorSummary form={form} />
      )}
      <FormFailure code={code} />
      <DetailsFields fields={fields} />
      <KeptStatus state={keeping} signIn={pathname} />
      <ActionBar>
        <Button size="lg" name="intent" value="info" pending={pending}>
          {t('clinic.register.continue')}
        </Button>
      </ActionBar>
    </Form>
  );
}

const link = (to: string) => <Link to={to} className="link" />;

/** Under the phone step: the other pages, and for newcomers what they will need. */
function OtherDoors({ variant }: { variant: 'login' | 'register' }) {
  const t = useText();
  return (
    <div className="mt-8 space-y-2 border-t border-line pt-6">
      <p>
        {variant === 'login' ? (
          <Rich id="clinic.auth.to_register" components={{ register: link('/clinic-register') }} />
        ) : (
          <Rich id="clinic.auth.to_login" components={{ login: link('/clinic-login') }} />
        )}
      </p>
      <p>
        <Rich id="clinic.auth.to_patient" components={{ patient: link('/login') }} />
      </p>
      {variant === 'register' ? (
        <details className="pt-2">
          <summary className="link min-h-11 cursor-pointer py-2">{t('clinic.auth.needed')}</summary>
          <ul className="mt-2 list-disc space-y-1 ps-6">
            <li>{t('clinic.document.kind.medical-license')}</li>
            <li>{t('clinic.document.kind.clinic-registration')}</li>
            <li>{t('clinic.document.kind.professional-id')}</li>
            <li>{t('clinic.document.kind.clinic-photos')}</li>
            <li>{t('clinic.document.kind.insurance')}</li>
          </ul>
          <p className="mt-2">{t('clinic.documents.rules')}</p>
          <p className="mt-2">{t('clinic.review.both_times')}</p>
        </details>
      ) : null}
    </div>
  );
}

/** A number that works for several clinics: which one to sign in to, or one more to register. */
function ClinicsStep({ clinics }: { clinics: readonly ClinicChoice[] }) {
  const t = useText();
  return (
    <>
      <FormFailure code={useIntent('enter').code} />
      <ClinicChoices clinics={clinics} />
      <p className="mt-8 border-t border-line pt-6">
        <Link to="?another=yes" className="link">
          {t('team.choose.another')}
        </Link>
      </p>
    </>
  );
}

/** Back at the code after it was right: nothing to enter, but another number can be chosen. */
function VerifiedStep() {
  const t = useText();
  return (
    <>
      <ActionBar>
        <ButtonLink size="lg" to="?">
          {t('clinic.register.continue')}
        </ButtonLink>
      </ActionBar>
      <Form method="post" className="mt-2">
        <input type="hidden" name="intent" value="restart" />
        <Button variant="quiet">{t('auth.code.change_phone')}</Button>
      </Form>
    </>
  );
}
