import { Component, type ReactNode } from 'react';
import { LoadAgain } from './load-again';
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
