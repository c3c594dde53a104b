import { describe, expect, it } from 'vitest';
import enPhotos from '../../languages/en/messages/photos.json';
import {
  type BodyArea,
  bodyAreasOf,
  categories,
  photoSlots,
  shownViews,
  showsEyes,
  slotSetOf,
  slotSets,
  slotView,
  subTreatmentsOf,
  viewsFor,
} from './catalogue';

describe('the views that are asked for', () => {
  it('are there for whatever is treated', () => {
    const used = new Set(
      categories.flatMap((category) =>
        [null, ...subTreatmentsOf[category]].flatMap((subTreatment) =>
          [null, ...(bodyAreasOf[category] as readonly BodyArea[])].map((bodyArea) =>
            slotSetOf({ category, subTreatment, bodyArea }),
          ),
        ),
      ),
    );
    expect([...used].sort()).toEqual(Object.keys(slotSets).sort());
  });

  it.each([
    ['hair', 'Hair Transplant (FUE)', 'scalp-top', 'hair'],
    ['hair', 'Other Hair Treatment', 'beard', 'beard'],
    ['hair', 'Eyebrow Transplant', 'eyebrow', 'face'],
    ['dental', 'Dental Crown', 'mouth', 'teeth'],
    ['cosmetic', 'Rhinoplasty (Nose Job)', 'face-side', 'nose'],
    ['cosmetic', 'Breast Augmentation', 'body-front', 'breast'],
    ['cosmetic', 'Liposuction', 'body-side', 'body'],
    ['cosmetic', 'Other Cosmetic', 'face-front', 'face'],
    ['dermatology', 'Mole Removal', 'face', 'skin'],
    ['dermatology', 'Acne Treatment', 'face', 'face'],
    ['dermatology', 'Acne Treatment', 'body', 'skin'],
  ] as const)('of %s, %s, %s are those of %s', (category, subTreatment, bodyArea, set) => {
    expect(slotSetOf({ category, subTreatment, bodyArea })).toBe(set);
  });

  it('are each of one set, and have words', () => {
    expect(photoSlots).toEqual(Object.values(slotSets).flat());
    expect(new Set(photoSlots).size).toBe(photoSlots.length);
    for (const slot of photoSlots)
      expect(enPhotos).toHaveProperty([`photos.view.${slotView(slot)}`]);
    expect(photoSlots.filter(showsEyes)).toEqual(
      expect.arrayContaining(['hair-front', 'nose-left', 'face-front', 'beard-left']),
    );
    expect(photoSlots.filter(showsEyes)).not.toContain('hair-donor');
    expect(photoSlots.filter(showsEyes)).not.toContain('teeth-front');
  });

  it('are counted once each, by the latest photo, and only those of the set', () => {
    const views = viewsFor({ category: 'hair', subTreatment: null, bodyArea: null }, [
      { id: 'a', slot: 'hair-crown' },
      { id: 'b', slot: null },
      { id: 'c', slot: 'hair-crown' },
      { id: 'd', slot: 'teeth-front' },
      { id: 'e', slot: 'hair-front' },
    ]);
    expect(views.map(({ photoId }) => photoId)).toEqual(['e', null, 'c', null, null, null]);
    expect(shownViews(views)).toBe(2);
  });
});
