import type { ComponentType } from 'react';
import { Drawing, Line, Shape, Spot, type DrawingProps } from './illustrations/drawing';

const Describe = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M30 6h36a8 8 0 0 1 8 8v68a8 8 0 0 1-8 8H30a8 8 0 0 1-8-8V14a8 8 0 0 1 8-8Z" />
    <path
      d="M32 20h32v14H32ZM32 40h32v14H32ZM32 60h32v14H32Z"
      className="fill-surface stroke-brand"
    />
    <Spot d="M32 40h32v14H32Z" />
    <Spot open d="M37 47l3 3 5-6M50 47h9" />
    <Line d="M38 27h20M38 67h14M44 83h8" />
  </Drawing>
);

const Compare = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M8 26h24v52H8ZM64 26h24v52H64Z" />
    <Spot d="M34 14h28v70H34Z" />
    <Line d="M14 36h12M14 46h12M14 54h8M70 36h12M70 46h12M70 54h8M14 68h12M70 68h12" />
    <Spot open d="M41 26h14M41 38h14M41 48h9M42 68l4 4 8-9" />
  </Drawing>
);

const Choose = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M14 34h52v52H14Z" />
    <Line d="M8 34h64M24 34V18h32v16M40 20v10M35 25h10M24 46h8M48 46h8M24 58h8M48 58h8M34 86V70h12v16M6 86h68" />
    <Spot d="M72 46a16 16 0 1 0 .01 0Z" />
    <Spot open d="M65 62l5 5 9-10" />
  </Drawing>
);

const Requests = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M22 16h52a4 4 0 0 1 4 4v64a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4V20a4 4 0 0 1 4-4Z" />
    <path d="M36 10h24v12H36Z" className="fill-surface stroke-brand" />
    <Line d="M30 38h36M30 50h36M30 62h18" />
    <Spot d="M64 60a13 13 0 1 0 .01 0Z" />
    <Spot open d="M64 67v12M58 73h12" />
  </Drawing>
);

const Completed = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M8 30h80v50a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4Z" />
    <Line d="M14 14h68l6 16H8ZM36 46h24" />
    <Spot open d="M38 62l8 8 14-16" />
  </Drawing>
);

const Offers = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M10 26h76v54H10Z" />
    <Line d="M10 26l38 32 38-32M10 80l28-30M86 80L58 50" />
    <Spot d="M76 10a12 12 0 1 0 .01 0Z" />
    <Spot open d="M76 16v6l4 3" />
  </Drawing>
);

const NotFound = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M10 22l24-8 28 8 24-8v60l-24 8-28-8-24 8Z" />
    <Line d="M34 14v60M62 22v60" />
    <path d="M20 62c8-14 14-2 22-14" strokeDasharray="4 5" className="stroke-accent" />
    <Spot d="M60 26c-8 0-13 6-13 13 0 9 13 21 13 21s13-12 13-21c0-7-5-13-13-13Z" />
    <Spot open d="M57 36q0-4 4-4 4 0 3 4-1 2-4 4M60 46v.1" />
  </Drawing>
);

const Offline = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M28 74a18 18 0 0 1-2-36 24 24 0 0 1 46-2 19 19 0 0 1 0 38Z" />
    <Spot open d="M36 46l24 18M60 46L36 64" />
  </Drawing>
);

const Locked = (props: DrawingProps) => (
  <Drawing {...props}>
    <Line d="M30 44V32a18 18 0 0 1 36 0v12" />
    <Shape d="M20 44h56v40H20Z" />
    <Spot d="M48 56a6 6 0 1 0 .01 0Z" />
    <Spot open d="M48 68v8" />
  </Drawing>
);

const Trouble = (props: DrawingProps) => (
  <Drawing {...props}>
    <Shape d="M10 16h76v50H10Z" />
    <Line d="M10 28h76M18 22h.1M25 22h.1M40 66v14M56 66v14M30 82h36" />
    <Spot open d="M48 36v12M48 56v.1" />
  </Drawing>
);

const drawings = {
  describe: Describe,
  compare: Compare,
  choose: Choose,
  requests: Requests,
  completed: Completed,
  offers: Offers,
  'not-found': NotFound,
  offline: Offline,
  locked: Locked,
  trouble: Trouble,
} satisfies Record<string, ComponentType<DrawingProps>>;

export type Scene = keyof typeof drawings;

/** The landing page's three steps, empty lists and error pages. */
export function SceneIllustration({ scene, className }: DrawingProps & { scene: Scene }) {
  const Drawn = drawings[scene];
  return <Drawn className={className} />;
}
