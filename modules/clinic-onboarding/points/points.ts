import type { VerifiedPoints } from '../profile-fields';
import { verifiedPoints, type VerifiedPoint } from '../status';

type Value = string | readonly string[];

/** Whether two values of a point say the same; the order of specialties says nothing. */
export const saysTheSame = (one: Value, other: Value): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? JSON.stringify([...one].sort()) === JSON.stringify([...other].sort())
    : one === other;

/** A change of one point that waits for its check. */
export interface WaitingChange {
  readonly id: string;
  readonly point: VerifiedPoint;
  readonly value: string | string[];
}

/** What is to become of a point: asked for anew, taken back, or left as it is. */
export interface PointStep {
  readonly point: VerifiedPoint;
  readonly value: string | string[];
  /** The change that waits for it now. */
  readonly waiting: WaitingChange | undefined;
  readonly step: 'ask' | 'take-back';
}

/** What a clinic that wants its points to be `wanted` asks for: points that are so, or asked for so, are left alone. */
export const stepsTo = (
  wanted: VerifiedPoints,
  current: VerifiedPoints,
  waiting: readonly WaitingChange[],
): PointStep[] =>
  verifiedPoints.flatMap((point) => {
    const own = waiting.find((change) => change.point === point);
    const value = wanted[point];
    if (saysTheSame(value, own?.value ?? current[point])) return [];
    const step = saysTheSame(value, current[point]) ? 'take-back' : 'ask';
    return [{ point, value, waiting: own, step }];
  });

/** The points as the form shows them: what waits for its check in place of what holds. */
export const pointsAsked = (
  current: VerifiedPoints,
  waiting: readonly WaitingChange[],
): VerifiedPoints =>
  Object.fromEntries(
    verifiedPoints.map((point) => [
      point,
      waiting.find((change) => change.point === point)?.value ?? current[point],
    ]),
  ) as VerifiedPoints;
