/** Statements that find rows of a table otherwise than by its key: they ask all nodes, or another one first. */
export interface Exception {
  readonly table: string;
  /** Columns with a value, or `column = schema.table.column`, joined by commas; empty: by neither. */
  readonly by: string;
  readonly because: string;
}

const ownId =
  'an address, a job or a flow names it by its own id, which does not say the request; a table of both ids everywhere would';
const ofOneClinic =
  'what one clinic has in all requests: every node is asked, and answers from an index';
const ofOnePatient = 'a patient has few requests, and they lie where each lies';
const ofItsBrowser =
  'a browser shows a token and no request: every node is asked, and answers from an index of hashes';
const ofItsPhoto =
  'a photo belongs to its owner before it belongs to a request; read with it, it is looked up first';

/** Held to the story: what it does not need is not here. */
export const exceptions: readonly Exception[] = [
  { table: 'offers.offer', by: 'id', because: ownId },
  { table: 'offers.offer', by: 'clinic_id, status', because: ofOneClinic },
  { table: 'offers.offer', by: 'clinic_id', because: ofOneClinic },
  { table: 'messaging.conversation', by: 'id', because: ownId },
  { table: 'messaging.conversation', by: 'clinic_id', because: ofOneClinic },
  { table: 'messaging.conversation', by: 'patient_id', because: ofOnePatient },
  { table: 'deals.deal', by: 'id', because: ownId },
  { table: 'deals.deal', by: 'offer_id', because: ownId },
  { table: 'deals.deal', by: 'patient_id, status', because: ofOnePatient },
  { table: 'deals.review', by: 'id', because: ownId },
  { table: 'aftercare.record', by: 'offer_id', because: ownId },
  { table: 'outcomes.outcome', by: 'id', because: ownId },
  { table: 'outcomes.outcome', by: 'offer_id', because: ownId },
  { table: 'outcomes.answer', by: 'id', because: ownId },
  { table: 'companions.share', by: 'token_hash, state', because: ofItsBrowser },
  { table: 'companions.share', by: 'cookie_hash, state', because: ofItsBrowser },
  {
    table: 'exchange.assignment',
    by: 'lead_id',
    because: 'a request that ends leaves the lists of all clinics, once',
  },
  { table: 'leads.lead', by: 'patient_id', because: ofOnePatient },
  { table: 'consultation.photo', by: 'id', because: ofItsPhoto },
  { table: 'consultation.photo', by: 'lead_id', because: ofItsPhoto },
  {
    table: 'consultation.photo',
    by: '',
    because:
      'whether anybody else has sent the same picture is asked of all pictures, once a photo',
  },
  {
    table: 'consultation.photo_copy',
    by: 'lead_id = consultation.photo.lead_id',
    because: ofItsPhoto,
  },
  {
    table: 'consultation.photo_view',
    by: 'lead_id = consultation.photo.lead_id',
    because: ofItsPhoto,
  },
  {
    table: 'consultation.photo_sight_end',
    by: 'lead_id = consultation.photo.lead_id',
    because: ofItsPhoto,
  },
  {
    table: 'identity.patient',
    by: 'id = identity.session.subject_id',
    because: 'whose session it is is known once it is read: the statement would become two',
  },
  {
    table: 'identity.patient',
    by: 'phone',
    because: 'a sign-in knows the phone alone, which is unique over all patients',
  },
  {
    table: 'identity.session',
    by: 'id',
    because: 'a session is ended by its id, so that its token need not be kept anywhere',
  },
  {
    table: 'notifications.notification',
    by: 'id',
    because: 'the job that sends a mail names nobody, only the mail',
  },
];
