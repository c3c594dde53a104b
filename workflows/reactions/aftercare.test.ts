import { replyToCheckIn } from '#modules/aftercare';
import { confirmTreatment } from '#modules/deals';
import { days } from '#platform/base/duration';
import { provePages } from '../../tests/kit/event-proof';
import { type DealScene, pass, wayOfDeal } from '../../tests/kit/event-scenes';
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
const said = async ({ patient, offerId }: DealScene) => ({
  ...{ offerId, finalAmountCents: 250_000, reason: 'As agreed.' },
  treatedOn: await someDay(patient),
});
const confirmed = async (scene: DealScene) => confirmTreatment(scene.patient, await said(scene));
const confirmedToo = async (scene: DealScene) => confirmTreatment(scene.clinic, await said(scene));
const confirmedWithRecord = async (scene: DealScene) =>
  confirmWithRecord(scene.clinic, { ...(await said(scene)), aftercare: record });
const agreed = ({ patient, offerId }: DealScene) => agreeToAftercare(patient, { offerId, ...home });
const wait =
  (length: number) =>
  ({ kit }: DealScene) =>
    pass(kit, days(length));
const answered =
  (breathing: 'yes' | 'no') =>
  ({ patient, offerId }: DealScene) =>
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
      wayOfDeal('deals.treated', ...treated),
      wayOfDeal(
        'deals.treated',
        confirmed,
        ({ clinic, offerId }) => giveTreatmentRecord(clinic, { offerId, given: record }),
        confirmedToo,
      ),
    ],
    'aftercare.agreed': [wayOfDeal('aftercare.agree', ...followed)],
    'aftercare.stopped': [
      wayOfDeal('aftercare.stop', ...followed, ({ patient, offerId }) =>
        stopAftercare(patient, { offerId }),
      ),
      wayOfDeal('identity.set-consent', ...followed, ({ patient }) =>
        takeConsentBack(patient, { kind: 'aftercare' }),
      ),
    ],
    'aftercare.check-in-due': [wayOfDeal('aftercare.due-window', ...due)],
    'aftercare.answered': [
      wayOfDeal('aftercare.answer', ...due, answered('no')),
      wayOfDeal('aftercare.answer', ...due, answered('yes')),
      wayOfDeal('aftercare.answer', ...due, ({ patient, offerId }) =>
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
    'aftercare.danger': [wayOfDeal('aftercare.answer', ...due, answered('yes'))],
    'aftercare.unanswered': [
      wayOfDeal('aftercare.reply-window', ...due, answered('yes'), wait(1.2)),
    ],
    'aftercare.replied': [
      wayOfDeal('aftercare.reply', ...due, answered('yes'), ({ clinic, offerId }) =>
        replyToCheckIn(clinic, { offerId, day: '1', text: 'We called.' }),
      ),
    ],
    'aftercare.record-given': [
      wayOfDeal('aftercare.give-record', ...treated, ({ clinic, offerId }) =>
        giveTreatmentRecord(clinic, { offerId, given: record }),
      ),
      wayOfDeal(
        'aftercare.give-record',
        ...treated,
        ({ clinic, offerId }) => giveTreatmentRecord(clinic, { offerId, given: record }),
        ({ clinic, offerId }) => giveTreatmentRecord(clinic, { offerId, given: other }),
      ),
      wayOfDeal('deals.treated', confirmedWithRecord),
    ],
  },
  async (kit) => {
    await withoutBudgets(kit);
    await signedInStaff(kit.ctx());
  },
);
