import type { ShouldRevalidateFunction } from '@remix-run/react';

/** A code that was locked changes the step, although its answer is a refusal; other refusals change nothing. */
export const revalidateWhenLocked: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => actionStatus === 423 || defaultShouldRevalidate;
