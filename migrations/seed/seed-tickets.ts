import { withTransaction } from '#engine';
import { spokenIn } from '#languages/words.server.ts';
import { addCanned, answerTicket, closeTicket, openTicket, writeToTicket } from '#modules/support';
import type { ActorOf } from '#platform/base/actor';
import { actAs, type Ctx, type TxCtx, type TxCtxOf } from '#platform/context';
import { days, hours, minutes, type Duration } from '#platform/base/duration';
import { idFromName, newId } from '#platform/base/ids';
import { perLocale } from '#platform/base/locale';
import { phoneOfPatient, type PatientName } from './demo-patients';
import { demoReviewer } from './demo-staff';
import { dropAlarms, tellOf } from './passing-time';
import { dropClock, setClock } from './seed-clock';

type Step =
  | { readonly ago: Duration; readonly by: 'patient' | 'staff'; readonly text: string }
  | { readonly ago: Duration; readonly by: 'closing' };

interface DemoTicket {
  readonly name: string;
  readonly patient: PatientName;
  readonly ago: Duration;
  readonly subject: string;
  readonly message: string;
  readonly steps: readonly Step[];
}

/** One in each state that people meet. */
const tickets: readonly DemoTicket[] = [
  {
    name: 'second-clinic',
    patient: 'sarah',
    ago: hours(30),
    subject: 'Can I keep two offers open?',
    message: 'I would like to think about two of the offers until next week. Do they stay open?',
    steps: [
      {
        ago: hours(28),
        by: 'staff',
        text: 'Yes. Each offer says until when it is open; nothing happens until you choose one.',
      },
    ],
  },
  {
    name: 'other-address',
    patient: 'michael',
    ago: minutes(20),
    subject: 'I cannot read my e-mail at the moment',
    message: 'Which way can I see new offers without my e-mail?',
    steps: [],
  },
  {
    name: 'thank-you',
    patient: 'daniel',
    ago: days(9),
    subject: 'How do I invite my sister?',
    message: 'My sister would like to ask the same clinic. How does she begin?',
    steps: [
      {
        ago: days(9),
        by: 'staff',
        text: 'She sends a request of her own; she can find the clinic in the list of clinics.',
      },
      { ago: days(8), by: 'patient', text: 'Thank you!' },
      { ago: days(8), by: 'closing' },
    ],
  },
];

const hoursAnswer = {
  name: 'When we answer',
  texts: perLocale((locale) => spokenIn(locale)('site.answer.hours')),
};

/** What patients asked the team, each in a transaction of its own, and an answer that it keeps; what is there is left alone. */
export async function seedTickets(ctx: Ctx): Promise<void> {
  for (const ticket of tickets) await withTransaction(ctx, (tx) => play(tx, ticket));
  await withTransaction(ctx, async (tx) => {
    const known = await tx.tx.query('select 1 from support.canned_answer where name = $1', [
      hoursAnswer.name,
    ]);
    if (known.rowCount) return;
    await addCanned(actAs(tx, await demoReviewer(tx)), hoursAnswer);
  });
}

async function play(tx: TxCtx, { name, ago, steps, ...asked }: DemoTicket): Promise<void> {
  const id = idFromName(`demo-ticket:${name}`);
  const known = await tx.tx.query('select 1 from support.ticket where id = $1', [id]);
  if (known.rowCount) return;
  await setClock(tx, ago);
  const patient = actAs(tx, await patientOf(tx, asked.patient)) as TxCtxOf<'patient'>;
  const { subject, message } = asked;
  await openTicket(patient, { id, subject, message });
  await tellOf(tx, ago);
  const staff = actAs(tx, await demoReviewer(tx));
  for (const step of steps) {
    await setClock(tx, step.ago);
    if (step.by === 'closing') await closeTicket(staff, { ticketId: id });
    else if (step.by === 'staff') await answerTicket(staff, { ticketId: id, text: step.text });
    else await writeToTicket(patient, { ticketId: id, messageId: newId(), text: step.text });
    await tellOf(tx, step.ago);
  }
  await dropAlarms(tx);
  await dropClock(tx);
}

async function patientOf({ tx }: TxCtx, name: PatientName): Promise<ActorOf<'patient'>> {
  const phone = phoneOfPatient(name);
  const { rows } = await tx.query<{ id: string }>(
    'select id from identity.patient where phone = $1',
    [phone],
  );
  return { kind: 'patient', id: rows[0]!.id, phone, sessionId: newId() };
}
