import type { ComponentType } from 'react';
import type { BodyArea } from '#contracts/consultation';
import * as bodies from './illustrations/bodies';
import type { DrawingProps } from './illustrations/drawing';
import * as heads from './illustrations/heads';
import * as mouths from './illustrations/mouths';

const drawings: Record<BodyArea, ComponentType<DrawingProps>> = {
  mouth: mouths.Mouth,
  smile: mouths.Smile,
  xray: mouths.Xray,
  'scalp-front': heads.ScalpFront,
  'scalp-top': heads.ScalpTop,
  'scalp-back': heads.ScalpBack,
  beard: heads.Beard,
  eyebrow: heads.Eyebrow,
  'face-front': heads.FaceFront,
  'face-side': heads.FaceSide,
  'body-front': bodies.BodyFront,
  'body-side': bodies.BodySide,
  'specific-area': bodies.SpecificArea,
  face: heads.Face,
  body: bodies.Body,
  hands: bodies.Hands,
  legs: bodies.Legs,
  'specific-spot': bodies.SpecificSpot,
};

/** The silhouette of a body area, the area itself in the accent. */
export function BodyAreaIllustration({ area, className }: DrawingProps & { area: BodyArea }) {
  const Area = drawings[area];
  return <Area className={className} />;
}
