import type { ClinicDto, DocumentDto } from './dto';
import type { ClinicRow, DocumentRow } from './repo.server';

/** The clinic's own view of one of its files. */
export const toDocumentDto = (row: DocumentRow): DocumentDto => ({
  _id: row.id,
  kind: row.kind,
  name: row.name,
  contentType: row.contentType,
  bytes: row.bytes,
  scan: row.scan,
  review: row.review,
  note: row.note,
  reopened: row.reopenedAt !== null,
  validUntil: row.validUntil,
  superseded: row.supersededAt !== null,
  createdAt: row.createdAt.toISOString(),
});

/** The clinic's own view of its row. */
export const toClinicDto = (row: ClinicRow, documents: readonly DocumentRow[]): ClinicDto => ({
  _id: row.id,
  phoneNumber: row.phone,
  clinicName: row.clinicName,
  doctorName: row.doctorName,
  email: row.email,
  address: row.address,
  city: row.city,
  country: row.country,
  website: row.website,
  specialties: row.specialties,
  licenseNumber: row.licenseNumber,
  experience: row.experience,
  description: row.description,
  documents: documents.map(toDocumentDto),
  isVerified: true,
  isApproved: row.status === 'approved',
  approvalStatus: row.status,
  rejectionReason: row.status === 'rejected' ? row.reason : null,
  createdAt: row.registeredAt.toISOString(),
});
