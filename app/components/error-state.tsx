import type { ReactNode } from 'react';
import { Banner } from './banner';

interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** What is safe, and what to do. */
  text?: ReactNode;
  action?: ReactNode;
}

/** A part of a page that could not be had; the rest of the page stays. */
export function ErrorState({ title, text, action }: ErrorStateProps) {
  return (
    <Banner tone="danger" title={title}>
      {text ? <p>{text}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </Banner>
  );
}
