import { photo } from '../story/photos';
import { ApiClinic } from './api-clinic';
import type { ConsoleCalls } from './console-calls';

const kinds = ['medical-license', 'clinic-registration', 'professional-id', 'clinic-photos'];

/** A dental clinic of a test's own, signed in: registered through the API, its documents accepted and itself approved. */
export async function approvedClinic(
  url: string,
  staff: ConsoleCalls,
  clinicName: string,
  clinic = new ApiClinic(url),
  country = 'Turkey',
): Promise<ApiClinic> {
  await clinic.register({
    clinicName,
    doctorName: 'Dr. Ada Kaya',
    email: `clinic.${clinic.phoneNumber.slice(-7)}@example.com`,
    address: '12 Istiklal Avenue',
    city: 'Istanbul',
    country,
    specialties: ['Dental Treatment'],
    licenseNumber: `TR-${clinic.phoneNumber.slice(-7)}`,
    experience: '5-10',
  });
  for (const kind of kinds) {
    const { buffer } = await photo();
    const { status } = await clinic.upload(kind, `${kind}.jpg`, buffer, 'image/jpeg');
    if (status !== 201) throw new Error(`the upload of ${kind} answered ${status}`);
  }
  const { _id: id, documents } = await clinic.read();
  for (const { _id } of documents) await staff.decide(`documents/${_id}`, 'accept');
  await staff.decide(`clinics/${id}`, 'approve');
  return clinic;
}
