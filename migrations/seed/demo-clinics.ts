import type { ApprovalStatus } from '#contracts/clinic-onboarding';
import { days, hours } from '#platform/base/duration';
import { approvedClinics } from './approved-clinics';
import { details, type DemoClinic } from './demo-clinic';

/** Nobody real: the name says so wherever it is shown. One of each state, and the approved ones. */
export const demoClinics: readonly DemoClinic[] = [
  ...approvedClinics,
  {
    phoneNumber: '+12125550113',
    details: {
      ...details,
      clinicName: 'Kizilay Smile (demo)',
      doctorName: 'Dr. Cem Yildiz',
      email: 'kizilay.demo@example.com',
      address: '45 Example Avenue, Cankaya',
      city: 'Ankara',
      specialties: ['Dental Treatment'],
      licenseNumber: 'DEMO-06-0113',
      experience: '5-10',
    },
    registered: hours(3),
  },
  {
    phoneNumber: '+12125550114',
    details: {
      ...details,
      clinicName: 'Bosphorus Dermatology (demo)',
      doctorName: 'Dr. Selin Kara',
      email: 'bosphorus.demo@example.com',
      address: '8 Example Quay, Besiktas',
      city: 'Istanbul',
      specialties: ['Dermatology'],
      licenseNumber: 'DEMO-34-0114',
    },
    registered: hours(7),
    documents: hours(5),
  },
  {
    // Nobody has decided in time: the clocks have all rung.
    phoneNumber: '+12125550115',
    details: {
      ...details,
      clinicName: 'Capital Hair Institute (demo)',
      doctorName: 'Dr. Murat Demir',
      email: 'capital.demo@example.com',
      address: '101 Example Road, Yenimahalle',
      city: 'Ankara',
      specialties: ['Hair Transplant', 'Plastic Surgery'],
      licenseNumber: 'DEMO-06-0115',
      experience: '20+',
    },
    registered: days(9),
    documents: days(8),
  },
  {
    phoneNumber: '+12125550116',
    details: {
      ...details,
      clinicName: 'Kaleici Cosmetic Surgery (demo)',
      doctorName: 'Dr. Ayse Polat',
      email: 'kaleici.demo@example.com',
      address: '27 Example Lane, Muratpasa',
      city: 'Antalya',
      specialties: ['Cosmetic Surgery'],
      licenseNumber: 'DEMO-07-0116',
    },
    registered: days(2),
    documents: days(2),
    askedAgain: {
      ago: hours(20),
      note: 'The lower edge is cut off. Please upload a scan of the whole page.',
    },
  },
  {
    // A false clinic: the license number and the license of the one above.
    phoneNumber: '+12125550119',
    details: {
      ...details,
      clinicName: 'Kaleiçi Cosmetic Centre (demo)',
      doctorName: 'Dr. Aysha Polatli',
      email: 'centre.demo@example.com',
      address: '72 Example Lane, Muratpasa',
      city: 'Antalya',
      specialties: ['Cosmetic Surgery'],
      licenseNumber: 'demo 07 0116',
    },
    licenseOf: 'Kaleici Cosmetic Surgery (demo)',
    registered: hours(4),
    documents: hours(2),
  },
  {
    phoneNumber: '+12125550117',
    details: {
      ...details,
      clinicName: 'Moda Aesthetics (demo)',
      doctorName: 'Dr. Kerem Sahin',
      email: 'moda.demo@example.com',
      address: '60 Example Street, Kadikoy',
      city: 'Istanbul',
      specialties: ['Cosmetic Surgery', 'Plastic Surgery'],
      licenseNumber: 'DEMO-34-0117',
      experience: '1-5',
    },
    registered: days(6),
    documents: days(6),
    rejected: {
      ago: days(4),
      reason:
        'The clinic registration certificate has expired. Please upload the renewed one and submit the application again.',
    },
  },
  {
    phoneNumber: '+12125550118',
    details: {
      ...details,
      clinicName: 'Aegean Hair Studio (demo)',
      doctorName: 'Dr. Ozan Celik',
      email: 'aegean.demo@example.com',
      address: '5 Example Square, Konak',
      city: 'Izmir',
      specialties: ['Hair Transplant'],
      licenseNumber: 'DEMO-35-0118',
    },
    registered: days(60),
    documents: days(59),
    approved: days(58),
    suspended: { ago: days(3), reason: 'The medical license could not be renewed in time.' },
  },
];

/** Where the seed leaves an application. */
export function approvalOf({ suspended, approved, rejected }: DemoClinic): ApprovalStatus {
  if (suspended) return 'suspended';
  if (approved !== undefined) return 'approved';
  return rejected ? 'rejected' : 'pending';
}
