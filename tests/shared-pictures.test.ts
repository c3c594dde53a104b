import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sharedPictureAt } from '#app/i18n/shared-picture';
import { digestsFile, pictures, root } from '../scripts/lib/shared-pictures';

const drawn = JSON.parse(readFileSync(digestsFile, 'utf8')) as Record<string, string>;
const publicFile = (file: string) => path.join(root, 'public', file);

describe('pictures of shared links', () => {
  it('were drawn from the words, the mark and the drawings that are: else run scripts/draw-pictures.ts', () => {
    expect(drawn).toEqual(Object.fromEntries(pictures.map(({ file, digest }) => [file, digest])));
  });

  it.each(pictures.map(({ file }) => file))('%s is of the size that pages name', async (file) => {
    const { width, height, format } = await sharp(publicFile(file)).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'png']);
  });

  it('take less than a megabyte in all', () => {
    const sizes = pictures.map(({ file }) => statSync(publicFile(file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
  });

  it.each([
    ['/', 'home'],
    ['/tr', 'home'],
    ['/about', 'home'],
    ['/login', 'home'],
    ['/treatments', 'treatments'],
    ['/tr/treatments/hair', 'hair'],
    ['/treatments/dental/dental-implants', 'dental'],
    ['/treatments/cosmetic/rhinoplasty', 'cosmetic'],
    ['/tr/treatments/dermatology', 'dermatology'],
    ['/tr/find-clinics/some-clinic', 'clinics'],
    ['/blog/some-post', 'blog'],
    ['/clinic-benefits', 'for-clinics'],
    ['/tr/clinic-register', 'for-clinics'],
    ['/pricing', 'for-clinics'],
  ])('%s shows that of %s', (address, name) => {
    expect(sharedPictureAt(address)).toBe(name);
    expect(existsSync(publicFile(`share/${name}.en.png`))).toBe(true);
  });
});
