import { getFormProps, useForm } from '@conform-to/react';
import { Form, type ShouldRevalidateFunction, useSearchParams } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SignInStep } from '#modules/identity';
import { CodeForm } from './code-form';
import { type ShownWaitingList, WaitingList } from './phone-form';
import { ResendForm, SendCodeForm } from './resend-form';
import type { AccountRole } from './security-paths';
import { useIntent } from './use-intent';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { CheckboxField } from '../components/checkbox-field';
import { ErrorSummary } from '../components/error-summary';
import { Link } from '../components/link';
import { TextLines } from '../components/text-lines';
import { type Text, useText } from '#app/i18n/use-text';

interface CodeStepProps {
  step: Extract<SignInStep, { step: 'code' }>;
  withSharedDevice?: boolean;
  stamp: string;
  /** The line in which somebody waits for another code; in place of the button that asks for one. */
  waitingList: ShownWaitingList | null;
}

/** Step 2: the code, another code, another number. Of a locked one, what helps. */
export function CodeStep({ step, withSharedDevice, stamp, waitingList }: CodeStepProps) {
  const t = useText();
  const { challengeId, resendInSeconds } = step;
  const line = (intent: 'resend' | 'renew') =>
    waitingList ? (
      <WaitingList waitingList={waitingList} stamp={stamp} intent={intent} />
    ) : undefined;
  return (
    <>
      {step.state === 'locked' ? (
        <LockedCode intent="renew" resendInSeconds={resendInSeconds} line={line('renew')} />
      ) : (
        <>
          <Resent challengeId={challengeId} />
          <CodeForm
            key={`code-${challengeId}`}
            intent="verify"
            withSharedDevice={withSharedDevice}
          />
          {line('resend') ?? (
            <ResendForm key={challengeId} intent="resend" resendInSeconds={resendInSeconds} />
          )}
        </>
      )}
      <Form method="post" className="mt-2">
        <input type="hidden" name="intent" value="restart" />
        <Button variant="quiet">{t('auth.code.change_phone')}</Button>
      </Form>
    </>
  );
}

/** Says that another code is on its way; read out anew with each of them. */
function Resent({ challengeId }: { challengeId: string }) {
  const t = useText();
  const [search] = useSearchParams();
  return (
    <div aria-live="polite">
      {search.get('step') === 'resent' ? (
        <Banner key={challengeId} tone="ok" className="mb-6">
          {t('auth.code.resent')}
        </Banner>
      ) : null}
    </div>
  );
}

interface LockedCodeProps {
  intent: 'renew' | 'restart';
  resendInSeconds: number;
  /** The line in which somebody waits for the code that helps. */
  line?: ReactNode;
}

/** After five wrong tries: why the code is gone, and the one thing that helps. */
function LockedCode({ intent, resendInSeconds, line }: LockedCodeProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  // The field that had the focus is gone; on a page that was just loaded there was none.
  useEffect(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || activeElement.id === 'main')
      box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      <Banner tone="danger" title={t('auth.locked.title')}>
        {t(intent === 'renew' ? 'auth.locked.text' : 'auth.locked.proof')}
      </Banner>
      {line ?? <ResendForm intent={intent} resendInSeconds={resendInSeconds} prominent />}
    </div>
  );
}

interface ProofStepProps {
  account: AccountRole;
  /** Somebody wants to know what beginning anew means. */
  anew: boolean;
  step: Extract<SignInStep, { step: 'proof' }>;
}

/** Between code and profile, for accounts that were silent for long: a second code, by e-mail. */
export function ProofStep({ account, anew, step }: ProofStepProps) {
  const t = useText();
  const { reply, pending } = useIntent('send-proof');
  const words = reply?.error?.[''] ?? [];
  if (anew) return <AnewStep account={account} />;
  const help = (
    <>
      <p className="mt-6 text-sm text-ink-soft">{t('auth.proof.help')}</p>
      <AnewLink />
    </>
  );
  if (step.sent && step.state === 'locked')
    return (
      <>
        <LockedCode intent="restart" resendInSeconds={0} />
        {help}
      </>
    );
  if (step.sent)
    return (
      <>
        <p className="mb-6" aria-live="polite">
          <span key={step.challengeId}>{t('auth.proof.sent')}</span>
        </p>
        <CodeForm key={`code-${step.challengeId}`} intent="proof" />
        <ResendForm
          key={step.challengeId}
          intent="send-proof"
          resendInSeconds={step.resendInSeconds}
        />
        {help}
      </>
    );
  return (
    <SendCodeForm intent="send-proof" label={t('auth.proof.send')} pending={pending} words={words}>
      {help}
    </SendCodeForm>
  );
}

/** This page with or without its step: where somebody goes on to afterwards stays in the address. */
function useStepAddress(step: 'anew' | null): string {
  const [found] = useSearchParams();
  const query = new URLSearchParams(found);
  query.delete('step');
  if (step) query.set('step', step);
  return `?${query.toString()}`;
}

/** How the second proof is headed, and what beginning anew means in its place. */
export const proofWords = (t: Text, anew: boolean): { title: string; lead: string } =>
  anew
    ? { title: t('auth.anew.title'), lead: t('auth.anew.lead') }
    : { title: t('auth.proof.title'), lead: t('auth.proof.lead') };

/** From the second proof to what beginning anew means. */
function AnewLink() {
  const t = useText();
  const to = useStepAddress('anew');
  return (
    <p className="mt-4">
      <Link to={to} className="link">
        {t('auth.anew.link')}
      </Link>
    </p>
  );
}

/** For somebody who cannot prove that the silent account of this number is theirs: what happens, and the yes to it. */
function AnewStep({ account: role }: { account: AccountRole }) {
  const t = useText();
  const { reply, pending } = useIntent('begin-anew');
  const [form, fields] = useForm<{ understood: string }>({ id: 'begin-anew', lastResult: reply });
  const back = useStepAddress(null);
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="space-y-6">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="begin-anew" />
      <Card as="section">
        <h2 className="text-lg">{t('auth.anew.happens')}</h2>
        <TextLines text={t('auth.anew.happens_text', { role })} />
      </Card>
      <CheckboxField meta={fields.understood} label={t('auth.anew.confirm')} />
      <div className="flex flex-wrap gap-3">
        <Button size="lg" pending={pending}>
          {t('auth.anew.submit')}
        </Button>
        <ButtonLink variant="secondary" size="lg" to={back}>
          {t('auth.anew.back')}
        </ButtonLink>
      </div>
    </Form>
  );
}

/** A code that was locked changes the step, although its answer is a refusal; other refusals change nothing. */
export const revalidateWhenLocked: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => actionStatus === 423 || defaultShouldRevalidate;

interface StepAnnouncerProps {
  step: string;
  /** Heading of the step that is open. */
  title: string;
}

/**
 * What the route's announcer does for steps that share one address: the new heading is read out, and the
 * keyboard starts at the main part when the button that had the focus is gone.
 */
export function StepAnnouncer({ step, title }: StepAnnouncerProps) {
  const seen = useRef(step);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    setSaid(title);
    const main = document.getElementById('main');
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [step, title]);
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {said}
    </div>
  );
}
