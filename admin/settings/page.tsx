import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import type { SettingRecord } from '#platform/staff-records';
import { ActorName } from '../components/actor-name';
import { PageHead } from '../components/page-head';
import { Panel } from '../components/panel';
import { ReasonDialog } from '../components/reason-dialog';
import { RecordPage } from '../components/record-page';
import { useFaultFocus } from '../components/use-fault-focus';
import { useSend } from '../components/use-send';
import { When } from '../components/when';
import { faultAt } from '../providers/answers';
import { useText } from '../text';
import { CountriesInput, DatesInput, SwitchInput, WorkdaysInput } from './choice-inputs';
import {
  fieldLabel,
  fieldsOf,
  settingText,
  settingTitle,
  type Field,
  type FieldInputProps,
} from './fields';
import { isSameValue, valueAt, withValueAt } from './value';
import { CountInput, DurationInput, TextInput, TimeZoneInput } from './value-inputs';

/** One setting. */
export function SettingShow() {
  return (
    <RecordPage<SettingRecord>>
      {(record) => <SettingPage key={`${record.id} ${record.updatedAt}`} record={record} />}
    </RecordPage>
  );
}

function SettingPage({ record }: { record: SettingRecord }) {
  const t = useText();
  const { id, updatedBy, updatedAt, allowedEvents } = record;
  return (
    <>
      <PageHead
        back={{ to: '/admin/settings', label: t('console.settings.title') }}
        title={settingTitle(t, id)}
        lead={
          <>
            {settingText(t, id)}
            <span className="block">{id}</span>
          </>
        }
      />
      <Panel
        title={t('console.settings.value')}
        aside={
          <span className="text-ink-soft">
            {updatedBy ? (
              <>
                <ActorName actor={updatedBy} /> · <When at={updatedAt} />
              </>
            ) : (
              t('console.settings.default')
            )}
          </span>
        }
      >
        {allowedEvents.includes('change') ? null : (
          <p className="measure mb-4 text-ink-soft">{t('console.settings.read_only')}</p>
        )}
        <SettingForm record={record} />
      </Panel>
    </>
  );
}

/** The fields of a setting, out of its schema. The API asks for a fresh code before it takes a change. */
function SettingForm({ record }: { record: SettingRecord }) {
  const t = useText();
  const { send, pending, faults } = useSend('settings');
  const [value, setValue] = useState(record.value);
  const [resetting, setResetting] = useState(false);
  const form = useFaultFocus(faults);
  const can = (event: string) => record.allowedEvents.includes(event);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(record.id, 'change', { value });
  };
  return (
    <form ref={form} onSubmit={submit} className="grid gap-6">
      <FieldGroups
        setting={record.id}
        fields={fieldsOf(record.schema)}
        disabled={!can('change')}
        valueOf={(path) => valueAt(value, path)}
        defaultOf={(path) => valueAt(record.defaultValue, path)}
        faultOf={(path) => faultAt(faults, ['value', ...path])}
        onChange={(path, next) => setValue((now: unknown) => withValueAt(now, path, next))}
      />
      {can('change') ? (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button
            type="submit"
            variant="contained"
            disabled={pending !== null || isSameValue(value, record.value)}
          >
            {t('console.settings.event.change')}
          </Button>
          {isSameValue(value, record.value) ? null : (
            <Button onClick={() => setValue(record.value)}>{t('console.settings.undo')}</Button>
          )}
          {can('reset') ? (
            <Button variant="outlined" onClick={() => setResetting(true)}>
              {t('console.settings.event.reset')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {resetting ? (
        <ReasonDialog
          title={t('console.settings.event.reset')}
          text={t('console.settings.ask.reset')}
          label={null}
          confirm={t('console.settings.event.reset')}
          pending={pending !== null}
          onCancel={() => setResetting(false)}
          onSend={() => void send(record.id, 'reset').then(() => setResetting(false))}
        />
      ) : null}
    </form>
  );
}

interface FieldGroupsProps {
  readonly setting: string;
  readonly fields: readonly Field[];
  readonly disabled: boolean;
  readonly valueOf: (path: readonly string[]) => unknown;
  readonly defaultOf: (path: readonly string[]) => unknown;
  readonly faultOf: (path: readonly string[]) => string | null;
  readonly onChange: (path: readonly string[], next: unknown) => void;
}

const groupOf = ({ path }: Field): string => path.slice(0, -1).join('.');

/** The fields of a setting; those that belong together have a legend. */
function FieldGroups({ setting, fields, ...rest }: FieldGroupsProps) {
  const t = useText();
  const groups = [...new Set(fields.map(groupOf))];
  const inputOf = (field: Field): FieldInputProps => ({
    field,
    label: fieldLabel(t, setting, field.path),
    disabled: rest.disabled,
    value: rest.valueOf(field.path),
    standard: rest.defaultOf(field.path),
    fault: rest.faultOf(field.path),
    onChange: (next) => rest.onChange(field.path, next),
  });
  return groups.map((group) => (
    <fieldset
      key={group}
      className="grid min-w-0 gap-4 @min-[34rem]:grid-cols-2 @min-[60rem]:grid-cols-3"
    >
      {group ? (
        <legend className="mb-2 font-semibold">{fieldLabel(t, setting, group.split('.'))}</legend>
      ) : null}
      {fields
        .filter((field) => groupOf(field) === group)
        .map((field) => (
          <FieldInput key={field.path.join('.')} {...inputOf(field)} />
        ))}
    </fieldset>
  ));
}

/** The control for what a field asks for. */
function FieldInput(props: FieldInputProps) {
  switch (props.field.kind) {
    case 'duration':
      return <DurationInput {...props} />;
    case 'count':
    case 'share':
      return <CountInput {...props} />;
    case 'switch':
      return <SwitchInput {...props} />;
    case 'countries':
      return <CountriesInput {...props} />;
    case 'workdays':
      return <WorkdaysInput {...props} />;
    case 'dates':
      return <DatesInput {...props} />;
    case 'time-zone':
      return <TimeZoneInput {...props} />;
    case 'text':
      return <TextInput {...props} />;
    case 'unknown':
      return <code className="break-all">{JSON.stringify(props.value)}</code>;
  }
}
