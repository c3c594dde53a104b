import type { ReactNode } from 'react';
import { Drawing, Limbs, Line, Shape, Spot, type DrawingProps } from './drawing';

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

export const BodyFront = (props: DrawingProps) => (
  <Figure {...props}>
    <Spot d="M36 34c4 5 9 5 12 1 3 4 8 4 12-1l-3 15c1 4 2 7 2 10H37c0-3 1-6 2-10Z" />
  </Figure>
);

export const BodySide = (props: DrawingProps) => (
  <Drawing {...props}>
    <Limbs d="M48 62l-1 26h-6" width={8} />
    <Shape d="M50 24c-8 1-13 5-13 12 0 8 3 9 3 15s-2 8-1 14h18c3-4 3-9 1-14-2-6 0-10-1-16-1-7-3-10-7-11Z" />
    <Spot d="M50 30c-7 1-11 4-11 8 0 6 2 8 2 14 0 4-1 6-1 9h7c-1-6 2-10 2-16 0-5-1-9 1-15Z" />
    <Limbs d="M52 34l2 24" width={4} />
    <Shape d="M48 4c-6 0-9 4-9 9l-2 3 2 1c0 4 3 6 6 6h3a9 9.5 0 0 0 0-19Z" />
  </Drawing>
);

export const SpecificArea = (props: DrawingProps) => (
  <Figure {...props}>
    <Spot d="M56 38a14 14 0 1 0 .01 0Z" />
    <Spot open d="M56 46v12M50 52h12M66 62l12 12" />
  </Figure>
);

export const Body = (props: DrawingProps) => (
  <Figure {...props}>
    <Spot d="M42 32a4.5 4 0 1 0 .01 0ZM54 42a5.5 4.5 0 1 0 .01 0ZM43 51a3.5 3 0 1 0 .01 0Z" />
    <Spot open d="M28 50l2-8M54 70v8" />
  </Figure>
);

export const Hands = (props: DrawingProps) => (
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

export const Legs = (props: DrawingProps) => (
  <Drawing {...props}>
    <Limbs
      d="M38 14c-4 18 2 30-1 42-1 10 1 18 0 28l-8 3M58 14c4 18-2 30 1 42 1 10-1 18 0 28l8 3"
      width={12}
    />
    <Shape d="M26 8h44l-3 16c-8 3-14 3-19 0-5 3-11 3-19 0Z" />
    <Spot d="M36 52a5 8 0 1 0 .01 0ZM60 52a5 8 0 1 0 .01 0Z" />
  </Drawing>
);

export const SpecificSpot = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M8 54c12-8 26 4 40-2s26-6 40 2v30H8Z" />
    <Line d="M16 70q8-4 14 0M66 72q8-4 14 0M34 78q8-3 14 0" />
    <path d="M46 14a24 24 0 1 0 .01 0Z" className="fill-surface stroke-brand" />
    <Line d="M63 55l17 19" />
    <Spot d="M46 29a9 8 0 1 0 .01 0Z" />
    <Line d="M30 36q3-10 12-14" />
  </Drawing>
);
