import type { PhotoSlot } from '#contracts/consultation';

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const face =
  'M200 30c55 0 82 45 82 105 0 70-38 135-82 135s-82-65-82-135c0-60 27-105 82-105zM158 135h30M212 135h30M200 145v40M180 218h40';
const profile =
  'M235 30c-60-5-105 30-105 80l-22 45c-4 8 2 12 14 14l-2 26c0 20 8 30 40 28l12 47h100c-6-40 0-70 14-100 10-22 14-40 10-66-6-44-30-70-61-74zM225 130c14-8 26 2 22 22s-14 30-22 26M140 128h22';
const oblique =
  'M205 30c60 0 88 40 86 95-2 70-40 140-90 145-34 2-60-35-72-70l-16-20c-4-8 2-14 10-18-4-60 20-130 82-132zM132 132h24M186 134h32M150 145l-14 42h20M150 220h36';
const fromAbove =
  'M200 40c60 0 88 50 88 110s-28 110-88 110-88-50-88-110 28-110 88-110zM186 42l14-18 14 18M112 140c-10-4-16 6-16 18s6 20 16 16M288 140c10-4 16 6 16 18s-6 20-16 16';
const crown = `M200 40c60 0 90 48 90 110s-30 110-90 110-90-48-90-110 30-110 90-110z${circle(200, 125, 34)}${circle(200, 125, 8)}`;
const donor =
  'M200 25c58 0 86 45 86 100 0 40-14 70-36 92v60h-100v-60c-22-22-36-52-36-92 0-55 28-100 86-100zM114 120c-14-6-22 8-18 28s12 26 22 22M286 120c14-6 22 8 18 28s-12 26-22 22M124 160h152M142 208h116';
const teeth =
  'M60 150c50-60 90-75 140-60 50-15 90 0 140 60-50 65-90 85-140 85s-90-20-140-85zM95 150h210M130 118v64M165 108v84M200 105v90M235 108v84M270 118v64';
const teethAside =
  'M330 150c-60-70-150-80-230-40-20 12-20 68 0 80 80 40 170 30 230-40zM100 150h220M150 98v104M200 92v116M250 104v92';
const arch =
  'M100 250c-10-115 30-200 100-200s110 85 100 200M155 250c-6-75 10-130 45-130s51 55 45 130M112 170h46M242 170h46M150 82l24 48M250 82l-24 48';
const nostrils =
  'M110 220c0-80 34-130 90-130s90 50 90 130M138 222c8-34 42-34 50 0zM212 222c8-34 42-34 50 0z';
const chest =
  'M110 20c-10 60-30 90-30 140v120M290 20c10 60 30 90 30 140v120M150 20c10 22 30 32 50 32s40-10 50-32M108 150c2 46 76 46 80 0M212 150c4 46 78 46 80 0';
const chestAside =
  'M250 20c-10 50-60 70-80 110-14 30 0 50 30 55 5 40 0 70-5 95M300 20c20 80 20 180 10 260';
const chestOblique =
  'M130 20c-20 60-50 80-60 130-4 30 20 40 40 38 0 40 0 60-5 92M290 20c20 80 25 180 15 260M170 150c5 46 80 46 85 0';
const body = `${circle(200, 36, 24)}M160 78h80M160 78c-20 5-28 30-34 110M240 78c20 5 28 30 34 110M165 92c5 50 0 90-8 190M235 92c-5 50 0 90 8 190M200 195v87`;
const bodyAside = `${circle(196, 36, 24)}M180 70c-20 30-22 62-10 92 4 42-4 72-4 120M222 70c15 30 20 62 10 92 6 42-4 72-4 120`;
const corners = 'M70 90v-50h50M280 40h50v50M330 210v50h-50M120 260h-50v-50';

/** Lines in a box of 400 × 300; `turn` says how they are turned for the other side, or upside down. */
interface Shape {
  readonly lines: string;
  readonly turn?: 'side' | 'down';
}

const shapes: Record<PhotoSlot, Shape> = {
  'hair-front': { lines: face },
  'hair-top': { lines: fromAbove },
  'hair-crown': { lines: crown },
  'hair-left': { lines: profile },
  'hair-right': { lines: profile, turn: 'side' },
  'hair-donor': { lines: donor },
  'beard-front': { lines: face },
  'beard-left': { lines: profile },
  'beard-right': { lines: profile, turn: 'side' },
  'teeth-front': { lines: teeth },
  'teeth-left': { lines: teethAside },
  'teeth-right': { lines: teethAside, turn: 'side' },
  'teeth-upper': { lines: arch },
  'teeth-lower': { lines: arch, turn: 'down' },
  'nose-front': { lines: face },
  'nose-left': { lines: profile },
  'nose-right': { lines: profile, turn: 'side' },
  'nose-oblique': { lines: oblique },
  'nose-below': { lines: nostrils },
  'face-front': { lines: face },
  'face-left': { lines: profile },
  'face-right': { lines: profile, turn: 'side' },
  'breast-front': { lines: chest },
  'breast-left': { lines: chestAside },
  'breast-right': { lines: chestAside, turn: 'side' },
  'breast-oblique-left': { lines: chestOblique },
  'breast-oblique-right': { lines: chestOblique, turn: 'side' },
  'body-front': { lines: body },
  'body-back': { lines: body },
  'body-left': { lines: bodyAside },
  'body-right': { lines: bodyAside, turn: 'side' },
  'skin-area': { lines: `${corners}${circle(200, 150, 40)}` },
  'skin-close': { lines: `${corners}${circle(200, 150, 105)}` },
  'skin-scale': { lines: `${circle(140, 150, 75)}${circle(290, 150, 45)}${circle(290, 150, 32)}` },
};

const turns = { side: 'translate(400 0) scale(-1 1)', down: 'translate(0 300) scale(1 -1)' };

/** What a view looks like in a picture that is not mirrored, drawn twice so that it is seen on anything. */
export function Outline({ slot, className }: { slot: PhotoSlot; className?: string }) {
  const { lines, turn } = shapes[slot];
  return (
    <svg
      viewBox="0 0 400 300"
      aria-hidden="true"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <g transform={turn && turns[turn]}>
        <path d={lines} stroke="var(--color-ink)" strokeWidth="9" opacity="0.55" />
        <path d={lines} stroke="var(--color-paper)" strokeWidth="4" />
      </g>
    </svg>
  );
}
