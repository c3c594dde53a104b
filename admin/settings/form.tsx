import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import type { SettingRecord } from '#platform/lists/console-records';
import { Stale } from '../components/action-buttons';
import { useKeptWords } from '../components/kept-words';
import { ReasonDialog } from '../components/reason-dialog';
import { useFaultFocus, useSend } from '../components/sending';
import { faultAt } from '../providers/answers';
import { useText } from '../text';
import {
  ChoicesInput,
  CountriesInput,
  DatesInput,
  SwitchInput,
  WorkdaysInput,
} from './choice-inputs';
import { emptyEntry, fieldLabel, fieldsOf, type Field, type FieldInputProps } from './fields';
import { isSameValue, rebase, valueAt, withValueAt } from './value';
import { ChoiceInput, CountInput, DurationInput, TextInput, TimeZoneInput } from './value-inputs';
import { GuardedButton } from '../components/guarded-button';

function Change({ isSame, pending }: { isSame: boolean; pending: boolean }) {
  const t = useText();
  return (
    <GuardedButton
      type="submit"
      variant="contained"
      pending={pending}
      blocked={isSame && t('console.blocked.unchanged')}
    >
      {t('console.settings.action.change')}
    </GuardedButton>
  );
}

/**
 * The fields of a setting, out of its schema. The API asks for a fresh code before it takes a change, and refuses one of a
 * setting that is no longer the one on the screen: what was typed stays, over what stands there now.
 */
export function SettingForm({ record }: { record: SettingRecord }) {
  const t = useText();
  const { send, pending, faults, stale } = useSend('settings');
  const fields = fieldsOf(record.schema);
  const { value, type, undo } = useTyped(record, fields);
  const isSame = isSameValue(value, record.value);
  /** The version that is to be reset, while the question is open. */
  const [resetting, setResetting] = useState<string | null>(null);
  const form = useFaultFocus(faults);
  const can = (action: string) => record.allowedEvents.includes(action);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(record.id, 'change', { value, version: record.version }).then((taken) => {
      if (taken) undo();
    });
  };
  return (
    <form ref={form} onSubmit={submit} className="grid gap-6">
      <FieldGroups
        setting={record.id}
        fields={fields}
        disabled={!can('change')}
        valueOf={(path) => valueAt(value, path)}
        defaultOf={(path) => valueAt(record.defaultValue, path)}
        faultOf={(path) => faultAt(faults, ['value', ...path])}
        onChange={(path, next) => type(withValueAt(value, path, next))}
      />
      {stale === record.id ? <Stale /> : null}
      {can('change') ? (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Change isSame={isSame} pending={pending !== null} />
          {isSame ? null : <Button onClick={undo}>{t('console.settings.undo')}</Button>}
          {can('reset') ? (
            <Button variant="outlined" onClick={() => setResetting(record.version)}>
              {t('console.settings.action.reset')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {resetting === null ? null : (
        <ReasonDialog
          title={t('console.settings.action.reset')}
          text={t('console.settings.ask.reset')}
          label={null}
          confirm={t('console.settings.action.reset')}
          pending={pending !== null}
          onCancel={() => setResetting(null)}
          onSend={() =>
            void send(record.id, 'reset', { version: resetting }).then(() => setResetting(null))
          }
        />
      )}
    </form>
  );
}

/** The value on the screen. What is typed is kept with the value that it was typed over, and shown over what stands there now. */
function useTyped({ value: now }: SettingRecord, fields: readonly Field[]) {
  const [kept, keep] = useKeptWords('value');
  const paths = fields.map(({ path }) => path);
  const overNow = (): unknown => {
    const { base, typed } = JSON.parse(kept) as { base: unknown; typed: unknown };
    return rebase(paths, { base, typed, now });
  };
  return {
    value: kept === '' ? now : overNow(),
    type: (next: unknown) =>
      keep(isSameValue(next, now) ? '' : JSON.stringify({ base: now, typed: next })),
    undo: () => keep(''),
  };
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
    setting,
    field,
    label: fieldLabel(t, setting, field.path),
    disabled: rest.disabled,
    value: rest.valueOf(field.path),
    standard: rest.defaultOf(field.path),
    fault: rest.faultOf(field.path),
    faultOf: (path) => rest.faultOf([...field.path, ...path]),
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

/** Entries of one kind, each with the same fields. */
function ListInput({ setting, field, label, disabled, value, faultOf, onChange }: FieldInputProps) {
  const t = useText();
  const entries = value as ReadonlyArray<Readonly<Record<string, unknown>>>;
  const { path, parts = [] } = field;
  const inputOf = (part: Field, index: number): FieldInputProps => ({
    setting,
    field: part,
    label: fieldLabel(t, setting, [...path, 'entry', ...part.path]),
    disabled,
    value: valueAt(entries[index], part.path),
    standard: null,
    fault: faultOf([String(index), ...part.path]),
    faultOf: (inner) => faultOf([String(index), ...part.path, ...inner]),
    onChange: (next) =>
      onChange(
        entries.map((entry, at) => (at === index ? withValueAt(entry, part.path, next) : entry)),
      ),
  });
  return (
    <fieldset className="col-span-full min-w-0">
      <legend className="mb-1 font-semibold">{label}</legend>
      {entries.length === 0 ? (
        <p className="text-ink-soft">{t('console.settings.no_entry')}</p>
      ) : null}
      <ol className="grid gap-4">
        {entries.map((_, index) => (
          <li key={index} className="min-w-0 rounded-md border border-line p-4">
            <fieldset className="grid min-w-0 gap-4 @min-[34rem]:grid-cols-2">
              <legend className="sr-only">
                {t('console.settings.entry', { number: index + 1 })}
              </legend>
              {parts.map((part) => (
                <FieldInput key={part.path.join('.')} {...inputOf(part, index)} />
              ))}
            </fieldset>
            {disabled ? null : (
              <p className="mt-3">
                <Button onClick={() => onChange(entries.filter((_entry, at) => at !== index))}>
                  {t('console.settings.remove_entry', { number: index + 1 })}
                </Button>
              </p>
            )}
          </li>
        ))}
      </ol>
      {disabled ? null : (
        <p className="mt-3">
          <Button variant="outlined" onClick={() => onChange([...entries, emptyEntry(parts)])}>
            {t('console.settings.add_entry')}
          </Button>
        </p>
      )}
    </fieldset>
  );
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
    case 'choice':
      return <ChoiceInput {...props} />;
    case 'choices':
      return <ChoicesInput {...props} />;
    case 'list':
      return <ListInput {...props} />;
    case 'date':
    case 'text':
      return <TextInput {...props} />;
    case 'unknown':
      return <code className="break-all">{JSON.stringify(props.value)}</code>;
  }
}
