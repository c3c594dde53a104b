import { useEffect, useRef, useState } from 'react';

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
