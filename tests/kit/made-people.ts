import sharp from 'sharp';
import type { PhotoSlot } from '#contracts/consultation';

/**
 * Guided photos of people who are not there: drawn by a program, in the frame that the outline over the live picture asks
 * for. Skin, hair, build, clothes, room, light and the hand that holds the phone differ from person to person; the view
 * does not. They hold how often the product takes two people for one.
 */
export const drawnViews = [
  'face-front',
  'hair-crown',
  'nose-left',
  'teeth-front',
  'body-front',
] as const satisfies readonly PhotoSlot[];
type DrawnView = (typeof drawnViews)[number];

const [wide, high] = [400, 300];
const drawings = { operation: ['VipsForeignLoadSvg'] };

/** Numbers of one person: each trait is a row of its own, so that one more trait changes no other. */
class Traits {
  private readonly seed: number;
  private count = 0;
  constructor(person: number) {
    this.seed = Math.imul(person + 1, 2_654_435_761);
  }

  /** Between two numbers, evenly. */
  between(low: number, top: number): number {
    this.count += 1;
    let x = (this.seed + Math.imul(this.count, 0x9e37_79b9)) | 0;
    x = Math.imul(x ^ (x >>> 16), 0x85eb_ca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2_ae35);
    return low + (((x ^ (x >>> 16)) >>> 0) / 2 ** 32) * (top - low);
  }

  whole(low: number, top: number): number {
    return Math.floor(this.between(low, top + 1));
  }

  one<T>(of: readonly T[]): T {
    return of[this.whole(0, of.length - 1)]!;
  }
}

type Rgb = readonly [number, number, number];
const skins: readonly Rgb[] = [
  [244, 214, 190],
  [228, 188, 160],
  [207, 163, 142],
  [173, 124, 96],
  [128, 86, 62],
  [86, 58, 44],
];
const hairs: readonly Rgb[] = [
  [34, 28, 26],
  [64, 44, 32],
  [110, 78, 50],
  [176, 138, 88],
  [158, 154, 150],
];
const cloths: readonly Rgb[] = [
  [30, 34, 44],
  [222, 222, 218],
  [120, 48, 52],
  [58, 88, 120],
  [150, 142, 120],
];
const walls: readonly Rgb[] = [
  [238, 236, 230],
  [206, 200, 190],
  [158, 170, 176],
  [120, 112, 104],
  [70, 76, 84],
];

const rgb = (c: Rgb, by = 1): string =>
  `rgb(${c.map((v) => Math.max(0, Math.min(255, Math.round(v * by)))).join(',')})`;

/** Where a view is taken: a wall in some light, and what stands before it in two of three rooms. */
function room(t: Traits): string {
  const wall = t.one(walls);
  const turn = t.whole(0, 359);
  const [from, to] = [t.between(0.85, 1.15), t.between(0.6, 1)];
  const things = Array.from({ length: t.whole(0, 3) }, () => {
    const [w, h] = [t.between(30, 140), t.between(40, 260)];
    return `<rect x="${t.between(-40, wide - 40)}" y="${t.between(-40, high - 60)}" width="${w}" height="${h}" fill="${rgb(t.one(cloths), t.between(0.6, 1.2))}"/>`;
  });
  return `<defs><linearGradient id="wall" gradientTransform="rotate(${turn} .5 .5)"><stop stop-color="${rgb(wall, from)}"/><stop offset="1" stop-color="${rgb(wall, to)}"/></linearGradient></defs>
    <rect width="${wide}" height="${high}" fill="url(#wall)"/>${things.join('')}`;
}

/** How light falls on skin: from one side, more or less hard. */
function lit(t: Traits, id: string, colour: Rgb): string {
  const [near, far] = [t.between(1, 1.2), t.between(0.55, 0.95)];
  return `<defs><linearGradient id="${id}" gradientTransform="rotate(${t.whole(0, 359)} .5 .5)"><stop stop-color="${rgb(colour, near)}"/><stop offset="1" stop-color="${rgb(colour, far)}"/></linearGradient></defs>`;
}

const ellipse = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
const stroke = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;

/** Strands, so that hair is not one flat colour. */
const strands = (t: Traits, colour: Rgb, box: readonly number[], many: number): string =>
  Array.from({ length: many }, () => {
    const [x, y] = [t.between(box[0]!, box[2]!), t.between(box[1]!, box[3]!)];
    return stroke(
      `M${x} ${y}q${t.between(-8, 8)} 8 ${t.between(-14, 14)} ${t.between(8, 26)}`,
      rgb(colour, t.between(0.5, 1.6)),
      t.between(0.6, 2),
    );
  }).join('');

const drawn: Record<DrawnView, (t: Traits) => string> = {
  'face-front': (t) => {
    const [skin, hair, dark] = [t.one(skins), t.one(hairs), rgb(t.one(hairs), 0.8)];
    const [rx, ry] = [t.between(70, 88), t.between(108, 126)];
    const line = t.between(46, 100);
    const eyes = t.between(128, 144);
    return `${lit(t, 'skin', skin)}
      <rect x="60" y="262" width="280" height="60" rx="40" fill="${rgb(t.one(cloths))}"/>
      <rect x="168" y="225" width="64" height="60" fill="${rgb(skin, 0.85)}"/>
      ${t.between(0, 1) < 0.4 ? ellipse(200, 165, rx + 22, ry + t.between(10, 30), rgb(hair, 0.9)) : ''}
      ${ellipse(200, 150, rx, ry, 'url(#skin)')}
      <path d="M${200 - rx} 140Q${200 - rx} 20 200 ${t.between(16, 28)}Q${200 + rx} 20 ${200 + rx} 140Q${200 + rx - 14} ${line} 200 ${line - t.between(-6, 18)}Q${200 - rx + 14} ${line} ${200 - rx} 140z" fill="${rgb(hair)}"/>
      ${strands(t, hair, [140, 24, 260, line], 60)}
      ${[-1, 1].map((side) => `${ellipse(200 + side * 34, eyes, 13, t.between(4, 7), 'rgb(240,236,230)')}${ellipse(200 + side * 34, eyes, 5.5, 5.5, rgb(hair, 0.6))}${stroke(`M${200 + side * 20} ${eyes - 16}q${side * 16} -8 ${side * 30} 0`, dark, t.between(3, 7))}`).join('')}
      ${stroke(`M200 ${eyes + 8}l${t.between(-4, 4)} 40q-12 8 -18 2`, rgb(skin, 0.7), 3)}
      ${stroke(`M178 ${t.between(212, 222)}q22 ${t.between(-6, 12)} 44 0`, 'rgb(140,70,70)', t.between(4, 9))}
      ${t.between(0, 1) < 0.35 ? ellipse(200, 236, 48, 30, rgb(hair, 0.9)) : ''}`;
  },
  'hair-crown': (t) => {
    const [skin, hair] = [t.one(skins), t.one(hairs)];
    const [x, y, bald] = [t.between(185, 215), t.between(108, 142), t.between(4, 62)];
    return `${lit(t, 'hair', hair)}
      <rect x="50" y="255" width="300" height="60" rx="40" fill="${rgb(t.one(cloths))}"/>
      ${ellipse(110, 165, 14, 24, rgb(skin, 0.9))}${ellipse(290, 165, 14, 24, rgb(skin, 0.9))}
      ${ellipse(200, 150, t.between(80, 96), t.between(102, 116), 'url(#hair)')}
      ${ellipse(x, y, bald, bald * t.between(0.7, 1.3), rgb(skin, t.between(0.8, 1.1)))}
      ${strands(t, hair, [118, 50, 282, 245], t.whole(60, 260))}`;
  },
  'nose-left': (t) => {
    const [skin, hair] = [t.one(skins), t.one(hairs)];
    const nose = t.between(150, 176);
    const chin = t.between(6, 22);
    return `${lit(t, 'skin', skin)}
      <rect x="170" y="245" width="210" height="80" rx="30" fill="${rgb(t.one(cloths))}"/>
      <path d="M235 30c-60-5-105 30-105 80l-${t.between(14, 30)} ${nose - 110}c-4 8 2 12 ${t.between(10, 18)} 14l-2 26c0 20 8 ${chin} 40 28l12 47h100c-6-40 0-70 14-100 10-22 14-40 10-66-6-44-30-70-64-59z" fill="url(#skin)"/>
      <path d="M${t.between(132, 160)} 70Q170 14 240 22Q320 40 306 ${t.between(110, 210)}L${t.between(240, 268)} ${t.between(110, 170)}Q236 90 ${t.between(140, 190)} 84z" fill="${rgb(hair)}"/>
      ${strands(t, hair, [180, 30, 290, 110], 60)}
      ${ellipse(152, 126, 9, 4, 'rgb(240,236,230)')}${ellipse(147, 126, 4, 4, rgb(hair, 0.6))}
      ${stroke('M138 110q14 -8 26 0', rgb(hair, 0.8), t.between(3, 6))}
      ${stroke('M225 130c14-8 26 2 22 22s-14 30-22 26', rgb(skin, 0.65), 4)}
      ${stroke(`M138 ${t.between(204, 214)}l24 2`, 'rgb(140,70,70)', t.between(3, 6))}`;
  },
  'teeth-front': (t) => {
    const skin = t.one(skins);
    const enamel: Rgb = t.one([
      [238, 232, 218],
      [222, 208, 176],
      [204, 188, 150],
    ]);
    const [top, low] = [t.between(88, 112), t.between(190, 214)];
    const teeth = Array.from({ length: 8 }, (_, n) => {
      const [x, w] = [84 + n * 29, t.between(23, 29)];
      const gone = t.between(0, 1) < 0.07;
      const shade = gone ? 'rgb(60,24,26)' : rgb(enamel, t.between(0.85, 1.05));
      const under = rgb(enamel, t.between(0.7, 0.95));
      return `<rect x="${x}" y="${top + 14}" width="${w}" height="${t.between(34, 48)}" rx="6" fill="${shade}"/><rect x="${x + 4}" y="${top + 62}" width="${w - 4}" height="${t.between(24, 36)}" rx="5" fill="${under}"/>`;
    });
    return `${lit(t, 'skin', skin)}<rect width="${wide}" height="${high}" fill="url(#skin)"/>
      ${t.between(0, 1) < 0.3 ? strands(t, t.one(hairs), [20, 0, 380, 60], 160) : ''}
      <path d="M60 150Q130 ${top - 34} 200 ${top - 16}Q270 ${top - 34} 340 150Q270 ${low + 34} 200 ${low + 30}Q130 ${low + 34} 60 150z" fill="rgb(${t.whole(130, 200)},${t.whole(70, 110)},${t.whole(70, 110)})"/>
      <path d="M72 150Q130 ${top} 200 ${top + 2}Q270 ${top} 328 150Q270 ${low} 200 ${low}Q130 ${low} 72 150z" fill="rgb(84,32,36)"/>${teeth.join('')}`;
  },
  'body-front': (t) => {
    const skin = t.one(skins);
    const [half, hip] = [t.between(36, 62), t.between(34, 58)];
    const shorts = t.between(150, 176);
    return `${lit(t, 'skin', skin)}
      ${ellipse(200, 36, t.between(18, 24), t.between(24, 28), 'url(#skin)')}${ellipse(200, 22, 22, 14, rgb(t.one(hairs)))}
      <path d="M${200 - half} 78Q200 60 ${200 + half} 78L${200 + half + t.between(10, 30)} 188h-12L${200 + hip} 110Q${200 + hip} 150 ${200 + hip + 4} 190L${200 + hip - 4} 290h-34L200 196L${200 - hip + 38} 290h-34L${200 - hip - 4} 190Q${200 - hip} 150 ${200 - hip} 110L${200 - half - t.between(0, 18)} 188h-12z" fill="url(#skin)"/>
      <rect x="${200 - hip - 4}" y="${shorts}" width="${2 * hip + 8}" height="${t.between(24, 60)}" fill="${rgb(t.one(cloths))}"/>
      ${t.between(0, 1) < 0.5 ? `<rect x="${200 - half}" y="90" width="${2 * half}" height="${t.between(24, 34)}" fill="${rgb(t.one(cloths))}"/>` : ''}
      ${stroke(`M${200 - hip + 8} 120q${hip - 8} ${t.between(2, 16)} ${2 * hip - 16} 0`, rgb(skin, 0.75), 3)}${ellipse(200, 142, 3, 4, rgb(skin, 0.6))}`;
  },
};

/** One person in one view, as a JPEG of 400 × 300; the same each time. */
export async function drawnPhoto(view: DrawnView, person: number): Promise<Buffer> {
  const t = new Traits(person * drawnViews.length + drawnViews.indexOf(view));
  const at = `translate(${200 + t.between(-14, 14)} ${150 + t.between(-10, 10)})`;
  const hand = `${at} rotate(${t.between(-5, 5)}) scale(${t.between(0.93, 1.07)}) translate(-200 -150)`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">${room(t)}<g transform="${hand}">${drawn[view](t)}</g></svg>`;
  // The product decodes no drawings (`platform/files/picture`), and neither does it after this.
  sharp.unblock(drawings);
  const data = await sharp(Buffer.from(svg)).flatten().raw().toBuffer();
  sharp.block(drawings);
  const strong = t.between(6, 24);
  let state = person + 1;
  for (let n = 0; n < data.length; n += 1) {
    // The grain that a sensor leaves: nothing is as smooth as a drawing.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[n] = Math.max(0, Math.min(255, data[n]! + (state / 2 ** 32 - 0.5) * strong));
  }
  const raw = { width: wide, height: high, channels: 3 as const };
  return sharp(data, { raw }).jpeg({ quality: 90 }).toBuffer();
}
