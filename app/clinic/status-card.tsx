import { Form, useRevalidator } from '@remix-run/react';
import { CircleCheck, CirclePause, CircleX, Hourglass, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  applicationChanged,
  type ApplicationDetails,
  type ApprovalStatus,
  promisedDays,
} from '#contracts/clinic-onboarding';
import { useIntent } from '#app/auth/use-intent';
import { askedKinds } from './own-documents';
import { Banner } from '../components/banner';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { cx } from '../components/cx';
import { When } from '../components/date-time';
import { Link } from '#app/components/link';
import { useHydrated } from '../components/use-hydrated';
import { useLocale, useText } from '#app/i18n/use-text';
import { useLive } from '#app/live/use-live';

const looks: Record<ApprovalStatus, { icon: LucideIcon; tone: string }> = {
  pending: { icon: Hourglass, tone: 'text-info' },
  approved: { icon: CircleCheck, tone: 'text-ok' },
  rejected: { icon: CircleX, tone: 'text-danger' },
  suspended: { icon: CirclePause, tone: 'text-danger' },
};

interface StatusCardProps {
  details: ApplicationDetails;
  checkedAt: string;
  check: StatusCheck;
}

/** The state in a sentence, why, and the one thing to do now. */
export function StatusCard({ details, checkedAt, check }: StatusCardProps) {
  const t = useText();
  const { approvalStatus: status } = details.clinic;
  const { icon: Icon, tone } = looks[status];
  return (
    <Card as="section">
      <div aria-live="polite" className="flex flex-wrap items-start gap-4">
        <Icon aria-hidden="true" className={cx('mt-1 size-8 shrink-0', tone)} />
        <div className="min-w-0 grow basis-56">
          <h2 className="text-xl">{t(`clinic.pending.heading.${status}`)}</h2>
          <StatusText details={details} />
        </div>
      </div>
      <NextStep details={details} />
      {/* Also of who was turned down or shut out: questions are answered there. */}
      <Link to="/clinic/support" className="link mt-3 inline-flex min-h-11 items-center">
        {t('clinic.pending.support')}
      </Link>
      {status === 'approved' ? null : <LastChecked checkedAt={checkedAt} check={check} />}
    </Card>
  );
}

function StatusText({ details }: { details: ApplicationDetails }) {
  const t = useText();
  const locale = useLocale();
  const { clinic, stage, reason } = details;
  switch (clinic.approvalStatus) {
    case 'approved':
      return <p className="mt-2">{t('clinic.pending.approved_text')}</p>;
    case 'rejected':
      return <Reason reason={reason} fallback={t('clinic.pending.rejected_default')} />;
    case 'suspended':
      return <Reason reason={reason} fallback={t('clinic.pending.suspended_default')} />;
    default:
      return (
        <div className="mt-2 space-y-2">
          {stage === 'documents' ? (
            <p className="font-semibold">
              {t(
                askedKinds(details).length > 0
                  ? 'clinic.pending.documents_again'
                  : 'clinic.pending.documents_missing',
              )}
            </p>
          ) : (
            <p>{t(stage === 'breached' ? 'clinic.pending.late' : 'clinic.pending.reviewing')}</p>
          )}
          {stage === 'breached' ? (
            <p>{t('clinic.pending.late_email')}</p>
          ) : (
            <>
              {details.promise ? (
                <p className="font-semibold">
                  {t('clinic.pending.promise', promisedDays(details.promise, locale))}
                </p>
              ) : null}
              <p>{t('clinic.pending.time_email')}</p>
              <p>{t('clinic.pending.time_days')}</p>
            </>
          )}
        </div>
      );
  }
}

function Reason({ reason, fallback }: { reason: string | null; fallback: string }) {
  const t = useText();
  if (!reason) return <p className="mt-2">{fallback}</p>;
  return (
    <div className="mt-2">
      <p className="font-semibold">{t('clinic.pending.reason')}</p>
      <p className="measure break-words whitespace-pre-line">{reason}</p>
    </div>
  );
}

function NextStep({ details }: { details: ApplicationDetails }) {
  const t = useText();
  const { approvalStatus } = details.clinic;
  const { reply, code, pending } = useIntent('resubmit');
  const refusal = reply?.error?.[''] ?? (code === 'network' ? [t('clinic.auth.network')] : []);
  if (approvalStatus === 'approved')
    return (
      <Actions>
        <ButtonLink size="lg" to="/clinic/dashboard">
          {t('clinic.pending.to_dashboard')}
        </ButtonLink>
      </Actions>
    );
  if (approvalStatus === 'suspended')
    return (
      <Actions>
        <ButtonLink size="lg" to="/contact">
          {t('clinic.pending.contact')}
        </ButtonLink>
      </Actions>
    );
  if (approvalStatus !== 'rejected') return null;
  return (
    <>
      <p className="measure mt-4">
        {t(details.mended ? 'clinic.pending.mended' : 'clinic.pending.mend')}
      </p>
      {refusal.length > 0 ? (
        <Banner tone="danger" className="mt-4">
          {refusal.join(' ')}
        </Banner>
      ) : null}
      <Actions>
        {details.mended ? (
          <Form method="post">
            <Button name="intent" value="resubmit" pending={pending}>
              {t('clinic.pending.resubmit')}
            </Button>
          </Form>
        ) : null}
        <ButtonLink variant="secondary" to="/clinic/application">
          {t('clinic.pending.edit')}
        </ButtonLink>
      </Actions>
    </>
  );
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="mt-5 flex flex-wrap gap-3">{children}</div>
);

/** A link to this page for whoever has no script; it asks anew in place otherwise. */
function LastChecked({ checkedAt, check }: Pick<StatusCardProps, 'checkedAt' | 'check'>) {
  const t = useText();
  const hydrated = useHydrated();
  const [asked, setAsked] = useState(false);
  const outcome = check.failed ? 'clinic.pending.check_failed' : asked && 'clinic.pending.checked';
  const run = () => {
    setAsked(true);
    check.run();
  };
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      {hydrated ? (
        <Button type="button" variant="secondary" pending={check.running} onClick={run}>
          {t('clinic.pending.check')}
        </Button>
      ) : (
        <ButtonLink variant="secondary" to="/clinic/pending-approval" reloadDocument>
          {t('clinic.pending.check')}
        </ButtonLink>
      )}
      <p className="text-sm text-ink-soft">
        {t('clinic.pending.last_checked')} <When date={checkedAt} format="time" />
      </p>
      {/* Whoever has asked hears that nothing else came of it; what the page asks by itself is not shown. */}
      <p role="status" className={check.failed ? 'w-full text-danger' : 'sr-only'}>
        {check.running || !outcome ? null : t(outcome)}
      </p>
    </div>
  );
}

/** How often the page asks by itself, also while it hears of changes. */
const refreshMs = 30_000;

interface StatusCheck {
  /** Asks the server now. */
  readonly run: () => void;
  readonly running: boolean;
  /** The newest check got no answer: what is shown is from `checkedAt`. */
  readonly failed: boolean;
}

/**
 * Keeps the application on the page up to date: informed by the server, and asking every 30 s while it is seen.
 * `checkedAt` is the server's time of what is shown, ISO 8601; a check that leaves it as it was has failed.
 */
export function useStatusCheck(checkedAt: string): StatusCheck {
  const { revalidate, state } = useRevalidator();
  const latest = useRef(revalidate);
  const asking = useRef<string | null>(null);
  const [failedAt, setFailedAt] = useState<string | null>(null);
  useEffect(() => {
    latest.current = revalidate;
  });
  useEffect(() => {
    if (state === 'idle' && asking.current === checkedAt) setFailedAt(checkedAt);
    asking.current = state === 'idle' ? null : checkedAt;
  }, [state, checkedAt]);
  useLive(({ type }) => type === applicationChanged, { as: 'clinic' });
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, refreshMs);
    return () => clearInterval(timer);
  }, []);
  return { run: revalidate, running: state !== 'idle', failed: failedAt === checkedAt };
}
