import type { ReactNode } from 'react';
import { Drawing, Line, Shape, Spot, type DrawingProps } from './drawing';

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

export const ScalpFront = (props: DrawingProps) => (
  <Front {...props}>
    <Spot d="M24 33C26 18 35 10 48 10s22 8 24 23c-6-7-14-9-24-9s-18 2-24 9Z" />
    <Line d={eyes} />
    <Line d={noseAndMouth} />
  </Front>
);

export const ScalpTop = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M43 18l5-7 5 7" />
    <Line d="M21 44c-5-1-7 3-6 8 1 4 4 6 7 5M75 44c5-1 7 3 6 8-1 4-4 6-7 5" />
    <Shape d="M48 16c-17 0-27 14-27 33 0 20 11 35 27 35s27-15 27-35c0-19-10-33-27-33Z" />
    <Spot d="M48 32c-10 0-16 8-16 18s6 18 16 18 16-8 16-18-6-18-16-18Z" />
    <Spot open d="M48 50c3-4 8-1 7 4s-9 7-13 2-1-13 6-14" />
  </Drawing>
);

export const ScalpBack = (props: DrawingProps) => (
  <Front {...props}>
    <Spot d="M25 44c2 17 10 25 23 25s21-8 23-25c-7 5-14 6-23 6s-16-1-23-6Z" />
    <Spot open d="M33 53v6M39 55v8M45 56v9M51 56v9M57 55v8M63 53v6" />
    <Line d="M36 20q12-6 24 0M33 30q15-6 30 0" />
  </Front>
);

export const Beard = (props: DrawingProps) => (
  <Front {...props}>
    <Spot d="M24 46c2 17 12 28 24 28s22-11 24-28c-3 5-7 8-11 10-3-3-8-4-13-4s-10 1-13 4c-4-2-8-5-11-10Z" />
    <Spot open d="M43 63q5 3 10 0M31 56l1 5M37 61l1 5M65 56l-1 5M59 61l-1 5M43 68l1 3M53 68l-1 3" />
    <Line d={eyes} />
    <Line d="M48 40v7" />
  </Front>
);

export const Eyebrow = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M10 60c10-14 23-21 38-21s28 7 38 21c-10 13-23 19-38 19s-28-6-38-19Z" />
    <path d="M48 46a13 13 0 1 0 .01 0Z" className="fill-surface stroke-brand" />
    <path d="M48 54a5 5 0 1 0 .01 0Z" className="fill-brand" />
    <Spot d="M10 36c16-17 46-23 76-9 1 1 0 4-2 4-26-8-50-5-70 9-3 1-5-2-4-4Z" />
  </Drawing>
);

export const FaceFront = (props: DrawingProps) => (
  <Front {...props}>
    <Spot open d="M33 35q5-4 10-1M53 34q5-3 10 1" />
    <Line d={eyes} />
    <Spot open d="M48 42v13l-4 1M41 64q7 5 14 0q-7-5-14 0Z" />
  </Front>
);

const profile =
  'M68 90V74c8-6 12-16 12-29C80 24 67 10 48 10 33 10 25 19 24 32c0 5-2 8-4 12l-5 9c-1 2 0 4 2 4l4 1-1 5 2 3-1 4c-1 5 2 8 7 8 4 0 7-1 10-1l2 13';

export const FaceSide = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d={profile} />
    <Line d="M56 44c5-4 11 0 9 7-1 4-5 5-7 9M28 40h6" />
    <Spot open d="M24 32c0 5-2 8-4 12l-5 9c-1 2 0 4 2 4l4 1M22 66l-1 4c-1 5 2 8 7 8 4 0 7-1 10-1" />
  </Drawing>
);

export const Face = (props: DrawingProps) => (
  <Front {...props}>
    <Line d={eyes} />
    <Line d={noseAndMouth} />
    <Spot d="M31 50a6 5 0 1 0 .01 0ZM65 50a6 5 0 1 0 .01 0ZM48 18a9 5 0 1 0 .01 0Z" />
  </Front>
);
