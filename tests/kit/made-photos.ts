import sharp, { type Sharp } from 'sharp';

/**
 * Thirty pictures that tests make: five scenes, each sharp, in another size, blurred twice, dark and bright. Drawn into
 * pixels here, since the product's decoders take no drawings.
 */
const scenes = ['scalp', 'teeth', 'profile', 'torso', 'skin'] as const;
type Scene = (typeof scenes)[number];

type State = 'sharp' | 'sharp-small' | 'blurred' | 'blurred-more' | 'dark' | 'bright';

const [wide, high] = [1_600, 1_200];

type Colour = readonly [number, number, number];
type Next = () => number;

/** A row of numbers in [0, 1), the same for the same seed. */
function numbers(seed: number): Next {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Pixels that are drawn on: red, green and blue of each, row by row. */
interface Canvas {
  readonly fill: (colour: Colour) => void;
  readonly ellipse: (x: number, y: number, rx: number, ry: number, colour: Colour) => void;
  readonly box: (x: number, y: number, w: number, h: number, colour: Colour) => void;
  /** A line of this width through these points. */
  readonly line: (points: ReadonlyArray<readonly [number, number]>, w: number, c: Colour) => void;
  readonly data: Buffer;
}

function canvas(): Canvas {
  const data = Buffer.alloc(wide * high * 3);
  const dot = (x: number, y: number, colour: Colour): void => {
    if (x < 0 || y < 0 || x >= wide || y >= high) return;
    data.set(colour, (y * wide + x) * 3);
  };
  const area = (
    x: number,
    y: number,
    rx: number,
    ry: number,
    use: (x: number, y: number) => void,
  ) => {
    for (let row = Math.floor(y - ry); row <= y + ry; row += 1)
      for (let column = Math.floor(x - rx); column <= x + rx; column += 1) use(column, row);
  };
  const ellipse: Canvas['ellipse'] = (x, y, rx, ry, colour) =>
    area(x, y, rx, ry, (column, row) => {
      if (((column - x) / rx) ** 2 + ((row - y) / ry) ** 2 <= 1) dot(column, row, colour);
    });
  const box: Canvas['box'] = (x, y, w, h, colour) =>
    area(x + w / 2, y + h / 2, w / 2, h / 2, (column, row) => dot(column, row, colour));
  return {
    data,
    ellipse,
    box,
    fill: (colour) => box(0, 0, wide, high, colour),
    line: (points, w, colour) => {
      for (const [n, [x, y]] of points.entries()) {
        const [toX, toY] = points[n + 1] ?? [x, y];
        const steps = Math.max(1, Math.ceil(Math.hypot(toX - x, toY - y) / Math.max(1, w / 3)));
        for (let at = 0; at <= steps; at += 1)
          ellipse(x + ((toX - x) * at) / steps, y + ((toY - y) * at) / steps, w / 2, w / 2, colour);
      }
    },
  };
}

const skinTone: Colour = [207, 163, 142];

function scalp({ fill, line }: Canvas, next: Next): void {
  fill(skinTone);
  for (let n = 0; n < 2_500; n += 1) {
    const [x, y, turn, shade] = [next() * wide, next() * high, next() - 0.5, 25 + next() * 60];
    const middle = [x + 45 + turn * 50, y + 20 + turn * 30] as const;
    const end = [x + 90 + turn * 50, y + 60 + turn * 90] as const;
    line([[x, y], middle, end], 3, [shade, shade * 0.8, shade * 0.7]);
  }
}

function teeth({ fill, ellipse, box }: Canvas): void {
  fill([185, 134, 114]);
  ellipse(800, 600, 680, 380, [124, 47, 51]);
  for (let n = 0; n < 10; n += 1)
    for (const [y, tall] of [
      [380, 210],
      [610, 190],
    ] as const) {
      box(260 + n * 110, y, 106, tall, [138, 106, 94]);
      box(264 + n * 110, y + 4, 98, tall - 8, [232, 223, 207]);
    }
}

function profile({ fill, ellipse, box, line }: Canvas): void {
  fill([143, 161, 173]);
  ellipse(900, 470, 420, 420, skinTone);
  box(760, 760, 420, 440, skinTone);
  ellipse(500, 560, 70, 90, skinTone);
  ellipse(540, 430, 46, 24, [242, 236, 228]);
  ellipse(526, 430, 20, 22, [59, 42, 32]);
  line(
    [
      [450, 360],
      [520, 335],
      [600, 355],
    ],
    18,
    [58, 42, 34],
  );
  line(
    [
      [500, 720],
      [560, 735],
      [620, 720],
    ],
    12,
    [124, 59, 59],
  );
  line(
    [
      [1_000, 430],
      [1_050, 400],
      [1_080, 470],
      [1_020, 560],
    ],
    8,
    [138, 94, 76],
  );
  line(
    [
      [480, 420],
      [440, 560],
      [520, 600],
    ],
    6,
    [122, 86, 69],
  );
}

function torso({ fill, ellipse, box, line }: Canvas): void {
  fill([93, 107, 99]);
  box(440, 0, 720, high, skinTone);
  line(
    [
      [440, 0],
      [440, high],
    ],
    6,
    [122, 90, 74],
  );
  line(
    [
      [1_160, 0],
      [1_160, high],
    ],
    6,
    [122, 90, 74],
  );
  ellipse(800, 760, 16, 24, [110, 74, 58]);
  line(
    [
      [620, 380],
      [800, 440],
      [980, 380],
    ],
    6,
    [150, 108, 90],
  );
  box(440, 1_020, 720, 70, [43, 58, 74]);
  for (let x = 450; x < 1_150; x += 24) box(x, 1_030, 10, 50, [80, 98, 118]);
}

function skin({ fill, ellipse }: Canvas, next: Next): void {
  fill([211, 165, 142]);
  for (let n = 0; n < 160; n += 1)
    ellipse(next() * wide, next() * high, 4 + next() * 18, 4 + next() * 16, [
      141 + next() * 40,
      100,
      80,
    ]);
  ellipse(800, 600, 70, 54, [74, 44, 34]);
}

const drawn: Record<Scene, (on: Canvas, next: Next) => void> = {
  scalp,
  teeth,
  profile,
  torso,
  skin,
};

/** A scene with the grain that a camera's sensor leaves, so that nothing is as smooth as a drawing. */
function scene(of: Scene): Sharp {
  const next = numbers(scenes.indexOf(of) + 1);
  const on = canvas();
  drawn[of](on, next);
  for (let at = 0; at < on.data.length; at += 3) {
    const grain = (next() - 0.5) * 16;
    for (let n = at; n < at + 3; n += 1)
      on.data[n] = Math.max(0, Math.min(255, on.data[n]! + grain));
  }
  return sharp(on.data, { raw: { width: wide, height: high, channels: 3 } });
}

const changed: Record<State, (picture: Sharp) => Sharp> = {
  sharp: (picture) => picture,
  'sharp-small': (picture) => picture.resize(1_000),
  // As a hand that shook, or a lens that looked at something else, leaves it: 7 and 12 pixels of 1,600.
  blurred: (picture) => picture.blur(7),
  'blurred-more': (picture) => picture.blur(12),
  dark: (picture) => picture.linear(0.22, 0),
  bright: (picture) => picture.linear(0.35, 175),
};

/** One made picture, as a JPEG. */
export interface MadePhoto {
  readonly name: string;
  readonly state: State;
  readonly jpeg: Buffer;
}

/** Thirty pictures, the same each time. */
export async function madePhotos(): Promise<MadePhoto[]> {
  const photos: MadePhoto[] = [];
  for (const of of scenes) {
    const picture = scene(of);
    for (const state of Object.keys(changed) as State[]) {
      const jpeg = await changed[state](picture.clone()).jpeg({ quality: 82 }).toBuffer();
      photos.push({ name: `${of}, ${state}`, state, jpeg });
    }
  }
  return photos;
}
