import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import { ActionButtons } from '../components/action-buttons';
import type { ActionTable } from '../components/actions';
import { Panel } from '../components/panel';
import { useSend, type Sending } from '../components/sending';
import { When } from '../components/times';
import { useText } from '../text';

const changeActions: ActionTable = {
  'accept-change': { tone: 'primary' },
  'refuse-change': { tone: 'danger', asks: 'reason' },
};
const pictureActions: ActionTable = {
  'accept-picture': { tone: 'primary' },
  'refuse-picture': { tone: 'danger', asks: 'reason' },
};

/** What an approved clinic wants shown, and nobody sees before it is checked. */
export function ClinicChecks({ record }: { record: ClinicDetailRecord }) {
  const t = useText();
  const sending = useSend('clinics');
  const { changes, pictures } = record;
  if (changes.length === 0 && pictures.length === 0) return null;
  return (
    <Panel title={t('console.clinics.checks')}>
      <ul className="grid gap-4">
        {changes.map((change) => (
          <Change key={change.id} record={record} change={change} sending={sending} />
        ))}
      </ul>
      {pictures.length > 0 ? (
        <ul
          aria-label={t('console.clinics.pictures')}
          className="mt-4 grid gap-4 @min-[34rem]:grid-cols-2"
        >
          {waitingFirst(pictures).map(({ picture, n }) => (
            <ClinicPicture
              key={picture.id}
              record={record}
              picture={picture}
              n={n}
              sending={sending}
            />
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}

/** Those that nobody has decided on, then the others; each keeps the number that its clinic knows it by. */
const waitingFirst = (pictures: ClinicDetailRecord['pictures']) =>
  pictures
    .map((picture, index) => ({ picture, n: index + 1 }))
    .sort(
      (a, b) => Number(b.picture.review === 'waiting') - Number(a.picture.review === 'waiting'),
    );

const inWords = (value: string | readonly string[]): string =>
  typeof value === 'string' ? value : value.join(', ');

interface ChangeProps {
  readonly record: ClinicDetailRecord;
  readonly change: ClinicDetailRecord['changes'][number];
  readonly sending: Sending;
}

function Change({ record, change, sending }: ChangeProps) {
  const t = useText();
  const { id, point, value, askedAt } = change;
  return (
    <li className="grid gap-2 border-l-2 border-brand pl-3">
      <h3>{t(`console.clinics.field.${point}`)}</h3>
      <p className="break-words">
        {t('console.clinics.change_from', { value: inWords(record[point]) })}
        <strong className="block">
          {t('console.clinics.change_to', { value: inWords(value) })}
        </strong>
        <span className="text-ink-soft">
          <When at={askedAt} relative />
        </span>
      </p>
      <ActionButtons
        resource="clinics"
        record={record}
        actions={changeActions}
        sending={withBody(sending, { changeId: id })}
      />
    </li>
  );
}

interface PictureProps {
  readonly record: ClinicDetailRecord;
  readonly picture: ClinicDetailRecord['pictures'][number];
  readonly n: number;
  readonly sending: Sending;
}

function ClinicPicture({ record, picture, n, sending }: PictureProps) {
  const t = useText();
  const { id, review, reason, doctorName } = picture;
  const decided = { shown: 'accept-picture', refused: 'refuse-picture', waiting: '' }[review];
  return (
    <li className="grid content-start gap-2">
      <img
        src={`/api/admin/clinics/${record.id}/pictures/${id}`}
        alt={t('console.clinics.picture_n', { n })}
        loading="lazy"
        className="max-h-72 w-full rounded-md border border-line object-contain"
      />
      <p className="text-ink-soft">{t(`console.clinics.picture_state.${review}`)}</p>
      {doctorName ? (
        <p className="break-words">{t('console.clinics.picture_doctor', { name: doctorName })}</p>
      ) : null}
      {reason ? <p className="border-l-2 border-brand pl-2 break-words">{reason}</p> : null}
      <ActionButtons
        resource="clinics"
        record={{ ...record, allowedEvents: record.allowedEvents.filter((one) => one !== decided) }}
        actions={pictureActions}
        sending={withBody(sending, { pictureId: id })}
      />
    </li>
  );
}

/** Each action names the part of the record that it is about. */
const withBody = (sending: Sending, part: object): Sending => ({
  ...sending,
  send: (id, action, body, report) => sending.send(id, action, { ...body, ...part }, report),
});
