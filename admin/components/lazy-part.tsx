import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary';
import { text } from '../text';
import { LoadAgain } from './load-again';

interface LazyPartProps {
  /** What stands in its place until it is there. */
  readonly wait: ReactNode;
  readonly children: ReactNode;
}

/** A part whose code comes when it is needed. When it cannot be had, as after a deploy, the page stays. */
export const LazyPart = ({ wait, children }: LazyPartProps) => (
  <ErrorBoundary
    instead={
      <div role="alert" className="grid justify-items-start gap-3 py-4">
        <p className="measure">{text('console.part_missing')}</p>
        <LoadAgain />
      </div>
    }
  >
    <Suspense fallback={wait}>{children}</Suspense>
  </ErrorBoundary>
);
