import { type Rate, type RateOrigin } from './rates';

/** A table as `eurofxref-daily.xml` of the European Central Bank has it. */
export const bankXml = (day: string, rates: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender>
    <gesmes:name>European Central Bank</gesmes:name>
  </gesmes:Sender>
  <Cube>
    <Cube time='${day}'>
      ${Object.entries(rates)
        .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
        .join('\n      ')}
    </Cube>
  </Cube>
</gesmes:Envelope>
`;

/** A rate of one day. */
export const someRate = (
  currency: string,
  perEuro: string,
  source: RateOrigin = 'ecb',
  day = '2026-11-27',
): Rate => ({ currency, perEuro, day, source, statedBy: source === 'staff' ? 'A bank' : null });
