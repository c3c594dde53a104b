import type { ComponentType } from 'react';
import type { Category } from '#contracts/consultation';
import { Drawing, Line, Shape, Spot, type DrawingProps } from './illustrations/drawing';

const Dental = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M30 12c-12 0-18 9-18 20 0 13 7 17 9 30 2 11 3 24 9 24 7 0 5-22 18-22s11 22 18 22c6 0 7-13 9-24 2-13 9-17 9-30 0-11-6-20-18-20-8 0-11 5-18 5s-10-5-18-5Z" />
    <Spot open d="M24 36c0-7 3-11 8-12" />
    <Line d="M40 19c4 3 8 3 14 2" />
  </Drawing>
);

const Hair = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M6 62c14-8 28-12 42-12s28 4 42 12v26H6Z" />
    <Line d="M6 74c14-8 28-11 42-11s28 3 42 11" />
    <Spot open d="M48 63V48c0-16-4-28 4-40M30 66l-2-14c-2-14-8-22-4-34M66 66l2-14c2-14 0-24 8-34" />
    <Spot d="M48 62a4 5 0 1 0 .01 0ZM30 65a4 5 0 1 0 .01 0ZM66 65a4 5 0 1 0 .01 0Z" />
  </Drawing>
);

const Cosmetic = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M70 90V74c8-6 12-16 12-29C82 24 69 10 50 10 35 10 27 19 26 32c0 5-2 8-4 12l-5 9c-1 2 0 4 2 4l4 1-1 5 2 3-1 4c-1 5 2 8 7 8 4 0 7-1 10-1l2 13" />
    <Line d="M30 40h6M58 44c5-4 11 0 9 7-1 4-5 5-7 9" />
    <path
      d="M8 22c8 8 10 18 6 26M8 72c6 0 8-4 10-8"
      strokeDasharray="4 5"
      className="stroke-accent"
    />
    <Spot open d="M36 54q8 8 14 6" />
  </Drawing>
);

const Dermatology = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M8 44c13-7 27 5 40 0s27-7 40 0v42H8Z" />
    <Line d="M8 58c13-7 27 5 40 0s27-7 40 0M8 72c13-7 27 5 40 0s27-7 40 0" />
    <Spot d="M48 8c9 11 13 17 13 23a13 13 0 0 1-26 0c0-6 4-12 13-23Z" />
    <Spot open d="M42 32c0 4 3 6 6 6" />
  </Drawing>
);

const Eye = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M6 50c11-18 25-27 42-27s31 9 42 27c-11 17-25 25-42 25S17 67 6 50Z" />
    <path d="M48 33a17 17 0 1 0 .01 0Z" className="fill-surface stroke-brand" />
    <Spot d="M48 42a8 8 0 1 0 .01 0Z" />
    <Line d="M20 22l5 7M48 10v8M76 22l-5 7" />
  </Drawing>
);

const Joint = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M38 6v24c0 4-6 4-6 11 0 6 5 9 9 9 3 0 5-2 7-2s4 2 7 2c4 0 9-3 9-9 0-7-6-7-6-11V6Z" />
    <Shape d="M38 90V72c0-3-5-4-5-9 0-4 3-6 7-6h16c4 0 7 2 7 6 0 5-5 6-5 9v18Z" />
    <Spot open d="M22 40c-5 8-5 16 0 24M74 40c5 8 5 16 0 24" />
  </Drawing>
);

/** The categories of requests, and two more fields of which the public site speaks. */
type TreatmentPicture = Category | 'eye' | 'joint';

const drawings: Record<TreatmentPicture, ComponentType<DrawingProps>> = {
  dental: Dental,
  hair: Hair,
  cosmetic: Cosmetic,
  dermatology: Dermatology,
  eye: Eye,
  joint: Joint,
};

/** The drawing of a category. */
export function CategoryIllustration({
  category,
  className,
}: DrawingProps & { category: TreatmentPicture }) {
  const Drawn = drawings[category];
  return <Drawn className={className} />;
}
