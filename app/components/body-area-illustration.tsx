import type { ComponentType, ReactNode } from 'react';
import type { BodyArea } from '#contracts/consultation';
import { Drawing, type DrawingProps, Limbs, Line, Shape, Spot } from './illustrations/drawing';

function Figure({ className, children }: DrawingProps & { children: ReactNode }) {
  return (
    <Drawing className={className}>
      <Limbs d="M42 58V88M54 58V88" width={6} />
      <Limbs d="M33 33l-6 26M63 33l6 26" width={5} />
      <Shape d="M48 24c-9 0-17 2-18 8-1 5 4 12 5 18 1 5-1 8-1 13h28c0-5-2-8-1-13 1-6 6-13 5-18-1-6-9-8-18-8Z" />
      <Shape d="M48 4a9 9 0 1 0 .01 0Z" />
      {children}
    </Drawing>
  );
}

const BodyFront = (props: DrawingProps) => (
  <Figure {...props}>
    <Spot d="M36 34c4 5 9 5 12 1 3 4 8 4 12-1l-3 15c1 4 2 7 2 10H37c0-3 1-6 2-10Z" />
  </Figure>
);

const BodySide = (props: DrawingProps) => (
  <Drawing {...props}>
    <Limbs d="M48 62l-1 26h-6" width={8} />
    <Shape d="M50 24c-8 1-13 5-13 12 0 8 3 9 3 15s-2 8-1 14h18c3-4 3-9 1-14-2-6 0-10-1-16-1-7-3-10-7-11Z" />
    <Spot d="M50 30c-7 1-11 4-11 8 0 6 2 8 2 14 0 4-1 6-1 9h7c-1-6 2-10 2-16 0-5-1-9 1-15Z" />
    <Limbs d="M52 34l2 24" width={4} />
    <Shape d="M48 4c-6 0-9 4-9 9l-2 3 2 1c0 4 3 6 6 6h3a9 9.5 0 0 0 0-19Z" />
  </Drawing>
);

const SpecificArea = (props: DrawingProps) => (
  <Figure {...props}>
    <Spot d="M56 38a14 14 0 1 0 .01 0Z" />
    <Spot open d="M56 46v12M50 52h12M66 62l12 12" />
  </Figure>
);

const Body = (props: DrawingProps) => (
  <Figure {...props}>
    <Spot d="M42 32a4.5 4 0 1 0 .01 0ZM54 42a5.5 4.5 0 1 0 .01 0ZM43 51a3.5 3 0 1 0 .01 0Z" />
    <Spot open d="M28 50l2-8M54 70v8" />
  </Figure>
);

const Hands = (props: DrawingProps) => (
  <Drawing {...props}>
    <Limbs d="M37 52V20M47 50V13M57 51V18M66 56V29M36 70L20 52" width={6.5} />
    <Shape d="M33 50c10-2 26-2 37 4v14c0 12-8 20-19 20-9 0-17-6-20-15Z" />
    <path
      d="M37 54V44M47 54V44M57 54V44M66 58V48M37 71l-5-6"
      strokeWidth="6.5"
      className="stroke-brand-soft"
    />
    <Spot d="M51 62a8 7 0 1 0 .01 0Z" />
  </Drawing>
);

const Legs = (props: DrawingProps) => (
  <Drawing {...props}>
    <Limbs
      d="M38 14c-4 18 2 30-1 42-1 10 1 18 0 28l-8 3M58 14c4 18-2 30 1 42 1 10-1 18 0 28l8 3"
      width={12}
    />
    <Shape d="M26 8h44l-3 16c-8 3-14 3-19 0-5 3-11 3-19 0Z" />
    <Spot d="M36 52a5 8 0 1 0 .01 0ZM60 52a5 8 0 1 0 .01 0Z" />
  </Drawing>
);

const SpecificSpot = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M8 54c12-8 26 4 40-2s26-6 40 2v30H8Z" />
    <Line d="M16 70q8-4 14 0M66 72q8-4 14 0M34 78q8-3 14 0" />
    <path d="M46 14a24 24 0 1 0 .01 0Z" className="fill-surface stroke-brand" />
    <Line d="M63 55l17 19" />
    <Spot d="M46 29a9 8 0 1 0 .01 0Z" />
    <Line d="M30 36q3-10 12-14" />
  </Drawing>
);

const skull = 'M48 10C32 10 23 21 23 38c0 20 12 36 25 36s25-16 25-36c0-17-9-28-25-28Z';
const ears = 'M23 38c-6-2-7 4-5 9 1 4 4 6 7 5M73 38c6-2 7 4 5 9-1 4-4 6-7 5';
const neck = 'M39 72v8c-4 5-18 4-24 12M57 72v8c4 5 18 4 24 12';
const eyes = 'M34 43q4 3 8 0M54 43q4 3 8 0';
const noseAndMouth = 'M48 45v10l-3 1M42 64q6 4 12 0';

function Front({ className, children }: DrawingProps & { children?: ReactNode }) {
  return (
    <Drawing className={className}>
      <Line d={neck} />
      <Line d={ears} />
      <Shape d={skull} />
      {children}
    </Drawing>
  );
}

const ScalpFront = (props: DrawingProps) => (
  <Front {...props}>
    <Spot d="M24 33C26 18 35 10 48 10s22 8 24 23c-6-7-14-9-24-9s-18 2-24 9Z" />
    <Line d={eyes} />
    <Line d={noseAndMouth} />
  </Front>
);

const ScalpTop = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M43 18l5-7 5 7" />
    <Line d="M21 44c-5-1-7 3-6 8 1 4 4 6 7 5M75 44c5-1 7 3 6 8-1 4-4 6-7 5" />
    <Shape d="M48 16c-17 0-27 14-27 33 0 20 11 35 27 35s27-15 27-35c0-19-10-33-27-33Z" />
    <Spot d="M48 32c-10 0-16 8-16 18s6 18 16 18 16-8 16-18-6-18-16-18Z" />
    <Spot open d="M48 50c3-4 8-1 7 4s-9 7-13 2-1-13 6-14" />
  </Drawing>
);

const ScalpBack = (props: DrawingProps) => (
  <Front {...props}>
    <Spot d="M25 44c2 17 10 25 23 25s21-8 23-25c-7 5-14 6-23 6s-16-1-23-6Z" />
    <Spot open d="M33 53v6M39 55v8M45 56v9M51 56v9M57 55v8M63 53v6" />
    <Line d="M36 20q12-6 24 0M33 30q15-6 30 0" />
  </Front>
);

const Beard = (props: DrawingProps) => (
  <Front {...props}>
    <Spot d="M24 46c2 17 12 28 24 28s22-11 24-28c-3 5-7 8-11 10-3-3-8-4-13-4s-10 1-13 4c-4-2-8-5-11-10Z" />
    <Spot open d="M43 63q5 3 10 0M31 56l1 5M37 61l1 5M65 56l-1 5M59 61l-1 5M43 68l1 3M53 68l-1 3" />
    <Line d={eyes} />
    <Line d="M48 40v7" />
  </Front>
);

const Eyebrow = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M10 60c10-14 23-21 38-21s28 7 38 21c-10 13-23 19-38 19s-28-6-38-19Z" />
    <path d="M48 46a13 13 0 1 0 .01 0Z" className="fill-surface stroke-brand" />
    <path d="M48 54a5 5 0 1 0 .01 0Z" className="fill-brand" />
    <Spot d="M10 36c16-17 46-23 76-9 1 1 0 4-2 4-26-8-50-5-70 9-3 1-5-2-4-4Z" />
  </Drawing>
);

const FaceFront = (props: DrawingProps) => (
  <Front {...props}>
    <Spot open d="M33 35q5-4 10-1M53 34q5-3 10 1" />
    <Line d={eyes} />
    <Spot open d="M48 42v13l-4 1M41 64q7 5 14 0q-7-5-14 0Z" />
  </Front>
);

const profile =
  'M68 90V74c8-6 12-16 12-29C80 24 67 10 48 10 33 10 25 19 24 32c0 5-2 8-4 12l-5 9c-1 2 0 4 2 4l4 1-1 5 2 3-1 4c-1 5 2 8 7 8 4 0 7-1 10-1l2 13';

const FaceSide = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d={profile} />
    <Line d="M56 44c5-4 11 0 9 7-1 4-5 5-7 9M28 40h6" />
    <Spot open d="M24 32c0 5-2 8-4 12l-5 9c-1 2 0 4 2 4l4 1M22 66l-1 4c-1 5 2 8 7 8 4 0 7-1 10-1" />
  </Drawing>
);

const Face = (props: DrawingProps) => (
  <Front {...props}>
    <Line d={eyes} />
    <Line d={noseAndMouth} />
    <Spot d="M31 50a6 5 0 1 0 .01 0ZM65 50a6 5 0 1 0 .01 0ZM48 18a9 5 0 1 0 .01 0Z" />
  </Front>
);

const Mouth = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M8 46c11-12 21-17 29-17 5 0 7 3 11 3s6-3 11-3c8 0 18 5 29 17-12 20-25 29-40 29S20 66 8 46Z" />
    <path
      d="M19 46c9-5 19-7 29-7s20 2 29 7c-7 12-17 18-29 18s-22-6-29-18Z"
      className="fill-surface stroke-brand"
    />
    <Line d="M24 43v5q4 3 8 1v-8M32 49q4 3 8 1V39M40 50q4 3 8 1V39M48 51q4 2 8-1V39M56 50q4 2 8-1v-8M64 49q4 2 8-1v-5" />
    <Spot d="M36 61c2-5 7-7 12-7s10 2 12 7c-7 4-17 4-24 0Z" />
  </Drawing>
);

const Smile = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M8 32c4 2 8 2 12 1 9 5 18 7 28 7s19-2 28-7c4 1 8 1 12-1-2 28-19 46-40 46S10 60 8 32Z" />
    <Spot d="M18 40c10 5 20 7 30 7s20-2 30-7c-4 17-15 27-30 27S22 57 18 40Z" />
    <Spot open d="M48 47v20M36 46v18M60 46v18M26 44l1 12M70 44l-1 12" />
  </Drawing>
);

const Xray = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M16 16h64a8 8 0 0 1 8 8v48a8 8 0 0 1-8 8H16a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8Z" />
    <Line d="M18 34c8 24 16 34 30 34s22-10 30-34" />
    <Spot d="M27 32h8v9l-3 3-2 0-3-3ZM38 34h9v11l-3 3h-3l-3-3ZM50 34h9v11l-3 3h-3l-3-3ZM62 32h8v9l-3 3h-2l-3-3Z" />
    <Line d="M38 52v6M48 53v7M58 52v6M30 49v5M66 49v5" />
  </Drawing>
);

const drawings: Record<BodyArea, ComponentType<DrawingProps>> = {
  mouth: Mouth,
  smile: Smile,
  xray: Xray,
  'scalp-front': ScalpFront,
  'scalp-top': ScalpTop,
  'scalp-back': ScalpBack,
  beard: Beard,
  eyebrow: Eyebrow,
  'face-front': FaceFront,
  'face-side': FaceSide,
  'body-front': BodyFront,
  'body-side': BodySide,
  'specific-area': SpecificArea,
  face: Face,
  body: Body,
  hands: Hands,
  legs: Legs,
  'specific-spot': SpecificSpot,
};

/** The silhouette of a body area, the area itself in the accent. */
export function BodyAreaIllustration({ area, className }: DrawingProps & { area: BodyArea }) {
  const Area = drawings[area];
  return <Area className={className} />;
}
