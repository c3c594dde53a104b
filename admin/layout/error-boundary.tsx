import { Component, type ReactNode } from 'react';
import { text } from '../text';

/** A screen that breaks leaves the frame around it standing. */
export class ErrorBoundary extends Component<{ children?: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div role="alert" className="panel p-8">
        <h1>{text('console.broken.title')}</h1>
        <p className="measure mt-2 text-ink-soft">{text('console.broken.text')}</p>
      </div>
    );
  }
}
