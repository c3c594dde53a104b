import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { sameColourWithin, sameWithin } from '#platform/files/likeness';
import { pictureColours, pictureHash } from '#platform/files/picture';
import { drawnPhoto, drawnViews } from '../../tests/kit/made-people';

/** So many people in each view: 39,060 pairs. */
const people = 280;
/** Pairs of different people that may be taken for the same: one in ten thousand. */
const most = 1 / 10_000;

interface Looks {
  readonly hash: bigint;
  readonly colours: Buffer;
}

async function looksOf(jpeg: Buffer): Promise<Looks | null> {
  const hash = await pictureHash(jpeg);
  if (!hash) return null;
  return { hash: BigInt(`0x${hash}`), colours: Buffer.from(await pictureColours(jpeg), 'hex') };
}

function differing(a: bigint, b: bigint): number {
  let [left, count] = [a ^ b, 0];
  for (; left > 0n; left >>= 1n) count += Number(left & 1n);
  return count;
}

const sameOutlines = (a: Looks, b: Looks): boolean => differing(a.hash, b.hash) <= sameWithin;
const sameColoursOf = (a: Looks, b: Looks): boolean =>
  a.colours.every((value, n) => Math.abs(value - b.colours[n]!) <= sameColourWithin);

/** What happens to a picture on its way through messengers and editors. */
const changes: Record<string, (photo: Sharp) => Sharp> = {
  'encoded anew': (photo) => photo.jpeg({ quality: 60 }),
  'encoded poorly': (photo) => photo.jpeg({ quality: 25 }),
  'half as wide': (photo) => photo.resize(200).jpeg({ quality: 80 }),
  'a tenth lighter': (photo) => photo.linear(1.1, 0).jpeg({ quality: 80 }),
  sharpened: (photo) => photo.sharpen().jpeg({ quality: 80 }),
  'cut at its edges': (photo) =>
    photo.extract({ left: 4, top: 3, width: 392, height: 294 }).jpeg({ quality: 80 }),
};

it.each(drawnViews)(
  '%s: hardly two people in one view are taken for one',
  async (view) => {
    const all: Looks[] = [];
    let [outlines, kept] = [0, 0];
    for (let person = 0; person < people; person += 1) {
      const jpeg = await drawnPhoto(view, person);
      const looks = await looksOf(jpeg);
      if (!looks) continue;
      all.push(looks);
      if (person >= 30) continue;
      for (const change of Object.values(changes)) {
        const again = await looksOf(await change(sharp(jpeg)).toBuffer());
        if (!again || !sameOutlines(looks, again)) continue;
        outlines += 1;
        if (sameColoursOf(looks, again)) kept += 1;
      }
    }
    let taken = 0;
    for (const [n, a] of all.entries())
      for (const b of all.slice(n + 1)) if (sameOutlines(a, b) && sameColoursOf(a, b)) taken += 1;
    const pairs = (all.length * (all.length - 1)) / 2;
    expect(taken / pairs).toBeLessThanOrEqual(most);
    // What the colours cost: of pictures that came back changed and were found by their outlines, hardly one is lost.
    expect(outlines).toBeGreaterThan(100);
    expect(kept / outlines).toBeGreaterThan(0.98);
  },
  300_000,
);
