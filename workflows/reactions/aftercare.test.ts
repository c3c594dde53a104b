import { replyToCheckIn } from '#modules/aftercare';
import { confirmTreatment } from '#modules/deals';
import { days } from '#platform/base/duration';
import { provePages, type WayOf } from '../../tests/kit/event-proof';
import { begun, pass } from '../../tests/kit/event-scenes';
import type { TestServices } from '../../tests/kit/services';
import { signedInStaff } from '../../modules/identity/testing';
import { someDay } from '../../modules/deals/testing';
import {
  agreeToAftercare,
  answerAftercare,
  confirmWithRecord,
  giveTreatmentRecord,
  stopAftercare,
} from '../deals/aftercare';
import { takeConsentBack } from '../leaving/withdraw-consent';
import { withoutBudgets } from '../offers/testing';
import { aftercarePages } from './aftercare';

type Scene = Awaited<ReturnType<typeof begun>> & { kit: TestServices };
/** A deal that has come as far as `to`; the last one causes the event. */
const way = (by: string, ...steps: Array<(scene: Scene) => Promise<unknown>>): WayOf => ({
  by,
  arrange: async (kit) => {
    const scene = { kit, ...(await begun(kit)) };
    for (const step of steps.slice(0, -1)) await step(scene);
    return () => steps.at(-1)!(scene);
  },
});

const home = { country: 'GB', zone: 'Europe/London' } as const;
const record = {
  plan: 'Rinse.',
  person: { name: 'Ayşe Kaya', role: null, phone: '+90 212 555 01 00', email: null },
  used: [{ name: 'Implant', lot: 'A-1' }],
};
const other = {
  plan: 'Rest.',
  person: { ...record.person, role: 'Nurse' },
  used: [{ name: 'Crown', lot: null }],
};
const said = async ({ patient, offerId }: Scene) => ({
  ...{ offerId, finalAmountCents: 250_000, reason: 'As agreed.' },
  treatedOn: await someDay(patient),
});
const confirmed = async (scene: Scene) => confirmTreatment(scene.patient, await said(scene));
const confirmedToo = async (scene: Scene) => confirmTreatment(scene.clinic, await said(scene));
const confirmedWithRecord = async (scene: Scene) =>
  confirmWithRecord(scene.clinic, { ...(await said(scene)), aftercare: record });
const agreed = ({ patient, offerId }: Scene) => agreeToAftercare(patient, { offerId, ...home });
const wait =
  (length: number) =>
  ({ kit }: Scene) =>
    pass(kit, days(length));
const answered =
  (breathing: 'yes' | 'no') =>
  ({ patient, offerId }: Scene) =>
    answerAftercare(patient, {
      ...{ offerId, day: '1', note: 'In my words.' },
      answers: {
        ...{ pain: 'mild', swelling: 'no', bleeding: 'no', fever: 'no', recovery: 'expected' },
        breathing,
      },
      ...home,
    });

const treated = [confirmed, confirmedToo];
const followed = [...treated, agreed];
const due = [...followed, wait(2)];

provePages(
  aftercarePages,
  {
    'aftercare.offered': [
      way('deals.treated', ...treated),
      way(
        'deals.treated',
        confirmed,
        ({ clinic, offerId }) => giveTreatmentRecord(clinic, { offerId, given: record }),
        confirmedToo,
      ),
    ],
    'aftercare.agreed': [way('aftercare.agree', ...followed)],
    'aftercare.stopped': [
      way('aftercare.stop', ...followed, ({ patient, offerId }) =>
        stopAftercare(patient, { offerId }),
      ),
      way('identity.set-consent', ...followed, ({ patient }) =>
        takeConsentBack(patient, { kind: 'aftercare' }),
      ),
    ],
    'aftercare.check-in-due': [way('aftercare.due-window', ...due)],
    'aftercare.answered': [
      way('aftercare.answer', ...due, answered('no')),
      way('aftercare.answer', ...due, answered('yes')),
      way('aftercare.answer', ...due, ({ patient, offerId }) =>
        answerAftercare(patient, {
          ...{ offerId, day: '1', note: null },
          ...{ country: 'US', zone: 'America/New_York' as const },
          answers: {
            ...{ pain: 'mild', swelling: 'no', bleeding: 'no', fever: 'no', recovery: 'expected' },
            breathing: 'no',
          },
        }),
      ),
    ],
    'aftercare.danger': [way('aftercare.answer', ...due, answered('yes'))],
    'aftercare.unanswered': [way('aftercare.reply-window', ...due, answered('yes'), wait(1.2))],
    'aftercare.replied': [
      way('aftercare.reply', ...due, answered('yes'), ({ clinic, offerId }) =>
        replyToCheckIn(clinic, { offerId, day: '1', text: 'We called.' }),
      ),
    ],
    'aftercare.record-given': [
      way('aftercare.give-record', ...treated, ({ clinic, offerId }) =>
        giveTreatmentRecord(clinic, { offerId, given: record }),
      ),
      way(
        'aftercare.give-record',
        ...treated,
        ({ clinic, offerId }) => giveTreatmentRecord(clinic, { offerId, given: record }),
        ({ clinic, offerId }) => giveTreatmentRecord(clinic, { offerId, given: other }),
      ),
      way('deals.treated', confirmedWithRecord),
    ],
  },
  async (kit) => {
    await withoutBudgets(kit);
    await signedInStaff(kit.ctx());
  },
);
