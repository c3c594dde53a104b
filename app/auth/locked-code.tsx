import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { ResendForm } from './resend-form';

interface LockedCodeProps {
  intent: 'renew' | 'restart';
  resendInSeconds: number;
  /** The line in which somebody waits for the code that helps. */
  line?: ReactNode;
}

/** After five wrong tries: why the code is gone, and the one thing that helps. */
export function LockedCode({ intent, resendInSeconds, line }: LockedCodeProps) {
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
