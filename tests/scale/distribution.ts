/** Where the rows of a table would lie with several nodes (Citus), and by what its statements reach one of them. */
export type Place =
  /** With everything else of one request, of one account, or by itself. */
  | { readonly lies: 'request' | 'account' | 'itself'; readonly key: string }
  /** As `request`, once it has a column for that. Until then it is held to the column that names its parent. */
  | { readonly lies: 'below'; readonly key: string; readonly parent: string }
  | { readonly lies: 'everywhere' | 'one node'; readonly why: string };

const request = (key: string): Place => ({ lies: 'request', key });
const account = (key: string): Place => ({ lies: 'account', key });
const itself = (key: string): Place => ({ lies: 'itself', key });
const below = (key: string, parent: string): Place => ({ lies: 'below', key, parent });
const everywhere = (why: string): Place => ({ lies: 'everywhere', why });
const oneNode = (why: string): Place => ({ lies: 'one node', why });

const clinics = 'there are few clinics, and most calls ask for one';
const searched = 'a search asks for a page of all requests, so each node can answer it alone';
const unknown = 'before anybody is known; once a sign-in';
const ofAPhone = 'of a phone before it is of a clinic, and a key may not change';
const team = 'of the team, which is small';
const orPatientOrClinic = 'of a patient or a clinic, in two columns, of which one is null';
const orOfABrowser = 'of a clinic, or of a browser of a patient or a member, which has no clinic';
const chained = 'entries of all requests form chains, which a trigger writes at the commit';
const acrossOwners = 'each look compares one owner with all others, by value and by hash';
const operation = 'of the operation, not of requests';

/**
 * A line for each table of the product. `distribution.slow.test.ts` holds the statements of the story to it, and
 * `docs/scale.md` says what it means.
 */
export const distribution: Readonly<Record<string, Place>> = {
  'aftercare.care': request('lead_id'),
  'aftercare.check_in': request('lead_id'),
  'aftercare.given': everywhere(clinics),
  'aftercare.record': request('lead_id'),
  'attachments.attachment': account('owner_id'),
  'casework.claim': oneNode(team),
  'casework.desk_notice': oneNode(team),
  'casework.note': oneNode(team),
  'casework.preference': oneNode(team),
  'casework.view': oneNode(team),
  'casework.viewer': oneNode(team),
  'clinic_onboarding.activity': account('clinic_id'),
  'clinic_onboarding.clinic': everywhere(clinics),
  'clinic_onboarding.document': oneNode(ofAPhone),
  'clinic_onboarding.note': account('clinic_id'),
  'clinic_onboarding.picture': account('clinic_id'),
  'clinic_onboarding.point_change': account('clinic_id'),
  'clinic_onboarding.profile': everywhere(clinics),
  'clinic_onboarding.public_address': everywhere(clinics),
  'clinic_onboarding.registration_draft': oneNode(unknown),
  'clinic_onboarding.requirement_notice': account('clinic_id'),
  'clinic_onboarding.reviewer_sight': account('clinic_id'),
  'companions.note': below('share_id', 'companions.share.id'),
  'companions.share': request('lead_id'),
  'consultation.draft': account('patient_id'),
  'consultation.photo': account('owner_id'),
  'consultation.photo_copy': request('lead_id'),
  'consultation.photo_sight_end': request('lead_id'),
  'consultation.photo_view': request('lead_id'),
  'content.entry': everywhere('words of the public site'),
  'content.revision': oneNode(team),
  'deals.answer': account('clinic_id'),
  'deals.confirmation': below('deal_id', 'deals.deal.id'),
  'deals.deal': request('lead_id'),
  'deals.report': below('review_id', 'deals.review.id'),
  'deals.reputation': everywhere(clinics),
  'deals.review': below('deal_id', 'deals.deal.id'),
  'deals.team_message': below('deal_id', 'deals.deal.id'),
  'deals.time': below('deal_id', 'deals.deal.id'),
  'exchange.assignment': account('clinic_id'),
  'exchange.listing': everywhere(searched),
  'exchange.posting': everywhere(searched),
  'exchange.saved_filter': account('clinic_id'),
  'flow.alert': oneNode(operation),
  // Its root is null for a root itself; a column that is the root's id for all of them is to come first.
  'flow.instance': below('id', 'flow.instance.root_id'),
  'flow.timer': below('instance_id', 'flow.instance.id'),
  'flow.transition': below('instance_id', 'flow.instance.id'),
  'flow.worker_heartbeat': oneNode(operation),
  'identity.clinic_account': everywhere(clinics),
  'identity.clinic_member': everywhere(clinics),
  'identity.clinic_token': everywhere(clinics),
  'identity.consent': account('patient_id'),
  'identity.email_link': oneNode(orPatientOrClinic),
  'identity.known_browser': oneNode(unknown),
  'identity.member_invite': account('clinic_id'),
  'identity.otp_challenge': oneNode(unknown),
  'identity.passkey': oneNode(orPatientOrClinic),
  'identity.passkey_challenge': oneNode(unknown),
  'identity.patient': account('id'),
  'identity.profile_draft': oneNode(unknown),
  'identity.session': itself('token_hash'),
  'identity.slow_lane_place': oneNode(unknown),
  'identity.sms_alert': oneNode(operation),
  'identity.staff_account': oneNode(team),
  'identity.staff_challenge': oneNode(team),
  'identity.staff_invite': oneNode(team),
  'identity.staff_passkey': oneNode(team),
  'identity.staff_provider_link': oneNode(team),
  'identity.staff_provider_round': oneNode(team),
  'identity.staff_session': oneNode(team),
  'identity.way_back': account('account_id'),
  'leads.activity': request('lead_id'),
  'leads.ask': request('lead_id'),
  'leads.lead': request('id'),
  'leaving.archive': account('owner_id'),
  'leaving.erasure': account('person_id'),
  'leaving.hold': account('person_id'),
  'live.event': oneNode(
    'ids rise in the order of commits, under a lock of the topic, and its notices end there',
  ),
  'messaging.conversation': request('lead_id'),
  'messaging.masking_review': below('conversation_id', 'messaging.conversation.id'),
  'messaging.message': below('conversation_id', 'messaging.conversation.id'),
  'messaging.report': below('conversation_id', 'messaging.conversation.id'),
  'messaging.reported': request('lead_id'),
  'messaging.typed_message': below('offer_id', 'offers.offer.id'),
  'migrations.restored': oneNode(operation),
  'migrations.step': oneNode(operation),
  'notifications.notice': account('reader_id'),
  'notifications.notification': account('recipient_id'),
  'notifications.person_preference': account('reader_id'),
  'notifications.preference': account('reader_id'),
  'notifications.quiet_hours': account('reader_id'),
  'offers.announced_end': below('offer_id', 'offers.offer.id'),
  'offers.form_draft': request('lead_id'),
  'offers.offer': request('lead_id'),
  'offers.reading_end': below('offer_id', 'offers.offer.id'),
  'offers.reusable': account('clinic_id'),
  'offers.revision': below('offer_id', 'offers.offer.id'),
  'outcomes.answer': below('outcome_id', 'outcomes.outcome.id'),
  'outcomes.outcome': request('lead_id'),
  'outcomes.report': below('answer_id', 'outcomes.answer.id'),
  'outcomes.tally': everywhere(clinics),
  'pgboss.*': oneNode(
    'workers take the next job of a queue, whosever it is; written in the same transaction',
  ),
  'platform.audit_anchor': oneNode(chained),
  'platform.audit_entry': oneNode(chained),
  'platform.audit_link': oneNode(chained),
  'platform.audit_reason': oneNode(chained),
  'platform.clock': oneNode('of tests and demos'),
  'platform.day_figure': oneNode(operation),
  'platform.idempotency_key': itself('id'),
  'platform.rate_limit': itself('key'),
  'platform.request_count': itself('key'),
  'platform.setting': everywhere('few, and read by all'),
  'support.canned_answer': oneNode(team),
  'support.message': { lies: 'itself', key: 'ticket_id' },
  'support.ticket': itself('id'),
  'translations.translation': itself('of_id'),
  'twins.branch': everywhere(clinics),
  'twins.fill': oneNode(operation),
  'twins.finding': oneNode(acrossOwners),
  'twins.gone_mark': oneNode(acrossOwners),
  'twins.mark': oneNode(acrossOwners),
  'webhooks.attempt': account('clinic_id'),
  'webhooks.delivery': oneNode(orOfABrowser),
  'webhooks.receiver': oneNode(orOfABrowser),
};
