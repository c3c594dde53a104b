import { describe, expect, it } from 'vitest';
import { barHeight, barIn, movedBar, usualBar } from './eye-bar';

describe('the bar over the eyes', () => {
  it('stays in the picture, however far it is dragged', () => {
    expect(movedBar(usualBar, { x: -3, y: 7 })).toEqual({ ...usualBar, x: 0, y: 1 });
    expect(movedBar(usualBar, { width: 0 }).width).toBe(0.1);
    expect(movedBar(usualBar, { width: 5 }).width).toBe(1);
    expect(movedBar(usualBar, {})).toEqual(usualBar);
  });

  it('covers in pixels what it covered on the screen, and no pixel less', () => {
    const picture = { width: 1_501, height: 2_003 };
    const bar = { x: 0.37, y: 0.41, width: 0.33 };
    const { x, y, width, height } = barIn(bar, picture);
    const [middleX, middleY] = [bar.x * picture.width, bar.y * picture.height];
    const [across, down] = [bar.width * picture.width, bar.width * barHeight * picture.width];
    expect(x).toBeLessThanOrEqual(middleX - across / 2);
    expect(x + width).toBeGreaterThanOrEqual(middleX + across / 2);
    expect(y).toBeLessThanOrEqual(middleY - down / 2);
    expect(y + height).toBeGreaterThanOrEqual(middleY + down / 2);
  });
});
