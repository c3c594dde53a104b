import Button from '@mui/material/Button';
import { Component, Suspense, type ReactNode } from 'react';
import { text } from '../text';

interface ErrorBoundaryProps {
  readonly children?: ReactNode;
  /** What is shown in the place of what broke; words about the whole screen when not given. */
  readonly instead?: ReactNode;
}

/** A screen that breaks leaves the frame around it standing. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return this.props.instead ?? <BrokenScreen />;
  }
}

const BrokenScreen = () => (
  <div role="alert" className="panel p-8">
    <h1>{text('console.broken.title')}</h1>
    <p className="measure mt-2 mb-5 text-ink-soft">{text('console.broken.text')}</p>
    <LoadAgain />
  </div>
);

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

/** Loads the page again: with it come the names of the parts as they are now. */
const LoadAgain = () => (
  <Button variant="outlined" onClick={() => location.reload()}>
    {text('console.load_again')}
  </Button>
);
