import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import type { SettingRecord } from '#platform/staff-records';
import { ReasonDialog } from '../components/reason-dialog';
import { useFaultFocus } from '../components/use-fault-focus';
import { useSend } from '../components/use-send';
import { useText } from '../text';
import { faultAt } from '../providers/answers';
import { FieldGroups } from './field-groups';
import { fieldsOf } from './fields';
import { isSameValue, valueAt, withValueAt } from './value';

/** The fields of a setting, out of its schema. The API asks for a fresh code before it takes a change. */
export function SettingForm({ record }: { record: SettingRecord }) {
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
