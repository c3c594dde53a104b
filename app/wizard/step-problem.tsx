import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { SignedOut, signInTo } from '../components/kept-status';

/** The part of a step's answer that says why it did not go on. */
export interface StepFailure {
  code?: string;
  reply?: { error?: Record<string, string[] | null> | null };
}

/** What went wrong with a step as a whole, brought into view; errors of fields stand beside the fields as well. */
export function StepProblem({ failure }: { failure: StepFailure | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure?.code) box.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (!failure?.code) return null;
  return (
    <div ref={box} className="mb-6 scroll-mt-4 empty:hidden">
      <Words failure={failure} />
    </div>
  );
}

function Words({ failure }: { failure: StepFailure }) {
  const t = useText();
  const { pathname, search } = useLocation();
  if (failure.code === 'network')
    return (
      <Banner tone="danger" title={t('consultation.error.network')}>
        <p>{t('consultation.error.network_kept')}</p>
      </Banner>
    );
  if (failure.code === 'version_conflict')
    return (
      <Banner tone="warn" title={t('consultation.error.conflict')}>
        <p>{t('consultation.error.conflict_help')}</p>
      </Banner>
    );
  if (failure.code === 'unauthenticated') return <SignedOut signIn={signInTo(pathname + search)} />;
  const words = failure.reply?.error?.['']?.join(' ');
  return words ? <Banner tone="danger" title={words} /> : <FieldProblems failure={failure} />;
}

/** The errors of fields as links to them: a long list of cards would hide those that stand below it. */
function FieldProblems({ failure }: { failure: StepFailure }) {
  const t = useText();
  const wrong = Object.entries(failure.reply?.error ?? {}).filter(([, words]) => words?.length);
  if (wrong.length === 0) return null;
  return (
    <Banner tone="danger" title={t('common.error_summary')}>
      {wrong.map(([field, words]) => (
        <a key={field} href={`#${field}`} className="link block">
          {words!.join(' ')}
        </a>
      ))}
    </Banner>
  );
}

/** The errors of one field of a step's answer. */
export const errorsOf = (failure: StepFailure | undefined, field: string): string[] =>
  failure?.reply?.error?.[field] ?? [];
