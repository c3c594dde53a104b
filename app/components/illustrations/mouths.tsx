import { Drawing, Line, Shape, Spot, type DrawingProps } from './drawing';

export const Mouth = (props: DrawingProps) => (
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

export const Smile = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M8 32c4 2 8 2 12 1 9 5 18 7 28 7s19-2 28-7c4 1 8 1 12-1-2 28-19 46-40 46S10 60 8 32Z" />
    <Spot d="M18 40c10 5 20 7 30 7s20-2 30-7c-4 17-15 27-30 27S22 57 18 40Z" />
    <Spot open d="M48 47v20M36 46v18M60 46v18M26 44l1 12M70 44l-1 12" />
  </Drawing>
);

export const Xray = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M16 16h64a8 8 0 0 1 8 8v48a8 8 0 0 1-8 8H16a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8Z" />
    <Line d="M18 34c8 24 16 34 30 34s22-10 30-34" />
    <Spot d="M27 32h8v9l-3 3-2 0-3-3ZM38 34h9v11l-3 3h-3l-3-3ZM50 34h9v11l-3 3h-3l-3-3ZM62 32h8v9l-3 3h-2l-3-3Z" />
    <Line d="M38 52v6M48 53v7M58 52v6M30 49v5M66 49v5" />
  </Drawing>
);
