import { withTransaction } from '#engine';
import { accountHolder, type ActorOf } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import { actAs, type Ctx, type CtxOf } from '#platform/context';
import { newId, sha256 } from '#platform/base/ids';
import { documentsChanged, registerClinic, setClinicEmail } from './commands.server';
import { acceptDocument } from './reviews.server';
import type { ClinicDetails } from './schemas';
import { type DocumentKind, requiredKinds, type ScanState } from './values';
import { clinicDocument } from './tables.server';

export const someDetails = (more: Partial<ClinicDetails> = {}): ClinicDetails => ({
  clinicName: 'Bosphorus Dental (test)',
  doctorName: 'Dr. Ada Kaya',
  email: 'clinic@example.com',
  address: '1 Example Street',
  city: 'Istanbul',
  country: 'Turkey',
  website: 'https://clinic.example.com/',
  specialties: ['Dental Treatment'],
  licenseNumber: 'TR-12345',
  experience: '10-15',
  description: '',
  ...more,
});

let phones = 0;
const newPhone = () => `+1646555${String((phones += 1)).padStart(4, '0')}`;

/** Stores a row as an upload leaves it, without bytes behind it, and informs the application. */
export const someDocument = (
  ctx: Ctx,
  { phone, clinicId }: { phone: string; clinicId: string | null },
  { kind = 'medical-license', scan = 'clean' }: { kind?: DocumentKind; scan?: ScanState } = {},
): Promise<string> =>
  withTransaction(ctx, async (tx) => {
    const id = newId();
    await tx.db.insert(clinicDocument).values({
      id,
      phone,
      clinicId,
      kind,
      name: `${kind}.pdf`,
      contentType: 'application/pdf',
      bytes: 1_000,
      sha256: sha256(id).toString('hex'),
      storageKey: `documents/${id}`,
      scan,
      warnings: [],
      review: 'waiting',
      createdAt: sqlNow,
    });
    if (clinicId) await documentsChanged(tx, { clinicId });
    return id;
  });

/** One file of each required kind; returns their ids. */
export async function allDocuments(
  ctx: Ctx,
  owner: { phone: string; clinicId: string | null },
): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of requiredKinds) ids.push(await someDocument(ctx, owner, { kind }));
  return ids;
}

export interface SomeApplication {
  readonly ctx: CtxOf<'clinic'>;
  readonly clinicId: string;
  readonly phone: string;
  /** Ids of its documents, in the order of `requiredKinds`. */
  readonly documents: readonly string[];
}

/**
 * A clinic with a proved address and an application that stands where the test asks, by the module's commands; no
 * account of `identity` stands behind it. `accepted`: complete, and every document accepted by `reviewer`.
 */
export async function someApplication(
  base: Ctx,
  reviewer: ActorOf<'staff'> | ActorOf<'system'>,
  { at = 'documents' as 'documents' | 'complete' | 'accepted', details = {} } = {},
): Promise<SomeApplication> {
  const phone = newPhone();
  const clinicId = newId();
  const verified = { kind: 'phone-verified', role: 'clinic', phone, sessionId: newId() } as const;
  await withTransaction(actAs(base, verified), (tx) =>
    registerClinic(tx, { clinicId, details: someDetails(details) }),
  );
  const documents = at === 'documents' ? [] : await allDocuments(base, { phone, clinicId });
  if (at === 'accepted')
    for (const documentId of documents) await acceptDocument(actAs(base, reviewer), { documentId });
  const actor = {
    kind: 'clinic',
    id: clinicId,
    phone,
    sessionId: newId(),
    approved: false,
    member: accountHolder(clinicId),
  } as const;
  await withTransaction(actAs(base, actor), (tx) => setClinicEmail(tx, someDetails(details)));
  return { ctx: actAs(base, actor), clinicId, phone, documents };
}
