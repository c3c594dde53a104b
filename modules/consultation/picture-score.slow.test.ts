import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { problemsOf, scoreLimits, scoreOf, scoreSide } from '#platform/files/picture-score';
import { madePhotos, type MadePhoto } from '../../tests/kit/made-photos';
import { readPicture } from './read-photo-handler.server';

const photos = await madePhotos();

const expected: Record<MadePhoto['state'], string[]> = {
  sharp: [],
  'sharp-small': [],
  blurred: ['blurred'],
  'blurred-more': ['blurred'],
  dark: ['dark'],
  bright: ['bright'],
};

/** As a browser shrinks it, whose way of doing so is its own. */
async function measuredInBrowser(jpeg: Buffer, kernel: 'linear' | 'cubic' | 'mitchell') {
  const { data, info } = await sharp(jpeg)
    .resize({ width: scoreSide, height: scoreSide, fit: 'inside', kernel })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return scoreOf({ data, width: info.width, height: info.height, channels: 4 });
}

describe('the score of a photo', () => {
  it('is made of thirty pictures', () => {
    expect(photos).toHaveLength(30);
  });

  it.each(photos)('names what is wrong with: $name', async ({ jpeg, state }) => {
    const { score } = await readPicture(jpeg);
    expect(problemsOf(score), JSON.stringify(score)).toEqual(expected[state]);
  });

  it.each(['linear', 'cubic', 'mitchell'] as const)(
    'says the same of a copy that was shrunk another way: %s',
    async (kernel) => {
      for (const { name, state, jpeg } of photos) {
        const score = await measuredInBrowser(jpeg, kernel);
        expect(problemsOf(score), `${name} ${JSON.stringify(score)}`).toEqual(expected[state]);
      }
    },
  );

  it('keeps a distance from the limits on both sides', async () => {
    const scores = await Promise.all(
      photos.map(async ({ state, jpeg }) => ({ state, ...(await readPicture(jpeg)).score })),
    );
    const of = (...states: Array<MadePhoto['state']>) =>
      scores.filter(({ state }) => states.includes(state));
    const sharpest = Math.max(...of('blurred', 'blurred-more').map(({ sharpness }) => sharpness));
    const softest = Math.min(...of('sharp', 'sharp-small').map(({ sharpness }) => sharpness));
    expect(sharpest).toBeLessThan(scoreLimits.sharpness * 0.8);
    expect(softest).toBeGreaterThan(scoreLimits.sharpness * 1.5);
    expect(Math.max(...of('dark').map(({ light }) => light))).toBeLessThan(scoreLimits.dark - 15);
    expect(Math.min(...of('bright').map(({ light }) => light))).toBeGreaterThan(scoreLimits.bright);
  });

  it('of nothing is nothing', () => {
    expect(scoreOf({ data: [], width: 0, height: 0, channels: 3 })).toEqual({
      sharpness: 0,
      light: 0,
    });
    expect(scoreOf({ data: [9, 9, 9], width: 1, height: 1, channels: 3 })).toEqual({
      sharpness: 0,
      light: 9,
    });
  });
});
