import TextField from '@mui/material/TextField';
import { useMemo, useState } from 'react';
import { useText } from '../../text';
import { allCountries, countryName } from '../countries';
import type { FieldInputProps } from '../field-input';
import { Choice } from './choice';
import { FaultText } from './fault-text';

/** Countries by name: those that are chosen, and whatever the search finds. */
export function CountriesInput({ label, disabled, value, fault, onChange }: FieldInputProps) {
  const t = useText();
  const all = useMemo(allCountries, []);
  const [words, setWords] = useState('');
  const chosen = value as string[];
  const wanted = words.trim().toLowerCase();
  const shown = wanted
    ? all.filter(({ code, name }) => `${name} ${code}`.toLowerCase().includes(wanted))
    : chosen
        .map((code) => ({ code, name: countryName(code) }))
        .sort((a, b) => a.name.localeCompare(b.name));
  const toggle = (code: string, on: boolean) =>
    onChange(on ? [...chosen, code] : chosen.filter((each) => each !== code));
  return (
    <fieldset className="col-span-full">
      <legend className="mb-1 font-semibold">
        {t('console.settings.countries', { label, count: chosen.length })}
      </legend>
      <TextField
        type="search"
        label={t('console.settings.find_country')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        sx={{ width: 320, maxWidth: '100%' }}
      />
      <div className="mt-3 grid gap-x-6 @min-[34rem]:grid-cols-2 @min-[46rem]:grid-cols-3 @min-[60rem]:grid-cols-4">
        {shown.map(({ code, name }) => (
          <Choice
            key={code}
            label={`${name} (${code})`}
            checked={chosen.includes(code)}
            disabled={disabled}
            onChange={(on) => toggle(code, on)}
          />
        ))}
      </div>
      {shown.length === 0 ? (
        <p className="text-ink-soft">{t('console.settings.no_country')}</p>
      ) : null}
      <FaultText fault={fault} />
    </fieldset>
  );
}
