import { days, hours, type Duration } from '#platform/base/duration';

export interface DemoPatient {
  /** E.164; of the range that is kept free for examples. */
  readonly phoneNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly joined: Duration;
}

const phones = {
  sarah: '+12125550101',
  michael: '+12125550102',
  emma: '+12125550103',
  olivia: '+12125550104',
  daniel: '+12125550105',
  hannah: '+12125550106',
  james: '+12125550107',
  lucia: '+12125550108',
  peter: '+12125550109',
  nora: '+12125550151',
  tom: '+12125550152',
  ines: '+12125550153',
  karl: '+12125550154',
  amira: '+12125550155',
} as const;

/** Patients as the stories of the demo call them. */
export type PatientName = keyof typeof phones;
export const phoneOfPatient = (name: PatientName): string => phones[name];

const person = (name: PatientName, names: readonly [string, string], joined: Duration) => ({
  phoneNumber: phones[name],
  firstName: names[0],
  lastName: `${names[1]} (demo)`,
  email: `${name}.demo@example.com`,
  joined,
});

/** Nobody real: the last name says so wherever it is shown. */
export const demoPatients: readonly DemoPatient[] = [
  person('sarah', ['Sarah', 'Miller'], days(130)),
  person('michael', ['Michael', 'Carter'], days(40)),
  person('emma', ['Emma', 'Novak'], hours(2)),
  person('olivia', ['Olivia', 'Bennett'], days(30)),
  person('daniel', ['Daniel', 'Weber'], days(75)),
  person('hannah', ['Hannah', 'Lind'], days(25)),
  person('james', ['James', 'Osei'], days(60)),
  person('lucia', ['Lucia', 'Romano'], days(50)),
  person('peter', ['Peter', 'Novotny'], days(45)),
  person('nora', ['Nora', 'Haugen'], days(640)),
  person('tom', ['Tom', 'Fairley'], days(640)),
  person('ines', ['Ines', 'Duarte'], days(640)),
  person('karl', ['Karl', 'Brandner'], days(640)),
  person('amira', ['Amira', 'Saleh'], days(640)),
];
