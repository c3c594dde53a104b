import { ids, nobody, ours, sealed, team, type Line } from './person-verdicts';
import { columnsFromIdentity } from './person-columns-more';

export const personColumns: Readonly<Record<string, readonly Line[]>> = {
  'aftercare.care': [
    ['taken, stays', 'id offer_id state treated_on created_at agreed_at ended_at', sealed],
    ['taken, gone', 'country zone'],
    ['stays', 'lead_id patient_id clinic_id slot_set', ids],
    ['stays', 'clinic', 'who treated, in the patient’s record'],
  ],
  'aftercare.check_in': [
    ['taken, stays', 'id offer_id day state due_at answered_at replied_at photos_shared', sealed],
    ['taken, gone', 'answers dangers note reply country'],
    ['stays', 'care_id lead_id patient_id clinic_id closed_at', ids],
  ],
  'aftercare.given': [
    ['gone', 'clinic_id treatments plans persons used', 'follows from the treatments'],
  ],
  'aftercare.record': [
    ['taken, gone', 'offer_id plan person used given_at'],
    ['gone', 'lead_id patient_id clinic_id created_at', ours],
  ],
  'attachments.attachment': [
    ['taken, gone', 'id name content_type bytes created_at offer_id message_id claimed_at'],
    ['gone', 'owner_kind owner_id sha256 storage_key scan contact_data readable erased', ours],
  ],
  'casework.claim': [['gone', 'kind case_id staff_id taken_at until', team]],
  'casework.desk_notice': [['gone', 'id staff_id type kind case_id by_id at read_at', team]],
  'casework.note': [
    [
      'gone',
      'id kind case_id staff_id text at mentions about',
      'what the team notes for itself; asked for, it is given by hand',
    ],
  ],
  'casework.preference': [['stays', 'staff_id keys', nobody]],
  'casework.view': [['stays', 'id staff_id resource name query created_at', nobody]],
  'casework.viewer': [['gone', 'kind case_id staff_id seen_at', team]],
  'clinic_onboarding.activity': [
    ['taken, gone', 'id kind at facts'],
    ['gone', 'clinic_id actor', 'the clinic itself, or a member of the team'],
  ],
  'clinic_onboarding.clinic': [
    [
      'taken, gone',
      'id phone clinic_name doctor_name email address city country website specialties license_number experience ' +
        'description registered_at status stage complete_at due_at decided_at reason resubmissions email_proved_at slug ' +
        'listed checks_since',
    ],
    ['gone', 'city_plain', 'made of the city'],
  ],
  'clinic_onboarding.document': [
    [
      'taken, gone',
      'id phone clinic_id kind name content_type bytes scan warnings review note reviewed_at created_at removed_at erased ' +
        'reopened_at valid_until superseded_at number issuer found_on',
    ],
    ['gone', 'sha256 storage_key reviewed_by notice_given', ours],
  ],
  'clinic_onboarding.note': [
    [
      'gone',
      'id clinic_id staff_id text at',
      'what the team notes for itself; asked for, it is given by hand',
    ],
  ],
  'clinic_onboarding.picture': [
    [
      'taken, gone',
      'id clinic_id width height bytes doctor_name review reason reviewed_at created_at removed_at erased',
    ],
    ['gone', 'storage_key reviewed_by picture_hash picture_colours', ours],
  ],
  'clinic_onboarding.requirement_notice': [['gone', 'clinic_id kind from_day days', ours]],
  'clinic_onboarding.point_change': [
    ['taken, gone', 'point value state asked_at decided_at reason'],
    ['gone', 'id clinic_id decided_by', ours],
  ],
  'clinic_onboarding.profile': [
    [
      'taken, gone',
      'clinic_id doctors languages currency shows_address billing_company billing_tax_number billing_address',
    ],
  ],
  'clinic_onboarding.public_address': [
    ['taken, gone', 'slug'],
    [
      'taken, stays',
      'since',
      'a hash stays in the place of the address, so that nobody else gets it',
    ],
    ['gone', 'clinic_id', ours],
  ],
  'clinic_onboarding.registration_draft': [
    ['gone', 'phone fields saved_at writer turn', 'before there is an account; kept for a week'],
  ],
  'clinic_onboarding.reviewer_sight': [
    ['gone', 'clinic_id staff_id opened details documents at', team],
  ],
  'companions.note': [
    ['taken, gone', 'id share_id author text created_at'],
    ['gone', 'patient_id', ids],
  ],
  'companions.share': [
    [
      'taken, gone',
      'id lead_id offer_id with_photos with_notes state created_at expires_at opened_at last_opened_at ended_at ' +
        'ended_because',
    ],
    ['gone', 'patient_id', ids],
    ['gone', 'token_hash cookie_hash', ours],
  ],
  'consultation.draft': [
    ['taken, gone', 'id step fields clinics lead_id created_at updated_at submitted_at'],
    ['gone', 'patient_id version details_version details_writer details_turn', ours],
  ],
  'consultation.photo': [
    [
      'taken, gone',
      'id draft_id lead_id name width height bytes slot sharpness light ' +
        'check_in_id is_shared created_at attached_at',
    ],
    ['gone', 'owner_id storage_key content_hash picture_hash picture_colours', ours],
  ],
  'consultation.photo_copy': [
    [
      'gone',
      'photo_id clinic_id lead_id storage_key bytes day made_at',
      'the patient has the original',
    ],
  ],
  'consultation.photo_sight_end': [['stays', 'lead_id clinic_id at', ids]],
  'consultation.photo_view': [
    ['taken, gone', 'photo_id clinic_id lead_id times first_at last_at'],
    ['gone', 'hour times_in_hour member_id', ours],
  ],
  'content.entry': [['stays', 'key value updated_by updated_at draft version', nobody]],
  'content.revision': [['stays', 'id key version value by at', nobody]],
  'deals.answer': [['gone', 'clinic_id lead_id at minutes asked', 'follows from the offers']],
  'deals.confirmation': [
    ['taken, stays', 'side at amount_cents currency because treated_on', sealed],
    ['taken, gone', 'reason'],
    ['stays', 'deal_id', ids],
  ],
  'deals.deal': [
    [
      'taken, stays',
      'id offer_id lead_id created_at sealed_cents sealed_currency accepted_cents assumptions phase status scheduled_for treated_at treated_by ' +
        'price_kept price_difference still_since still_because denied_at denied_by cancelled_at cancelled_by cancel_code',
      sealed,
    ],
    ['taken, gone', 'denial_reason cancel_reason'],
    ['stays', 'patient_id clinic_id sequence calendar_at', ids],
  ],
  'deals.report': [
    ['taken, gone', 'review_id reason at'],
    ['gone', 'side', ours],
  ],
  'deals.reputation': [
    [
      'gone',
      'clinic_id reviews stars treatments kept differed foreseen',
      'follows from the reviews',
    ],
  ],
  'deals.review': [
    ['taken, gone', 'text answer answered_at'],
    [
      'taken, stays',
      'id deal_id clinic_id stars created_at removed_at removed_because answer_removed_because',
      'the stars count on as a number of nobody’s; the words go',
    ],
    ['gone', 'masked answer_masked reported_at', ours],
    ['stays', 'patient_id', ids],
  ],
  'deals.team_message': [
    ['taken, gone', 'text created_at'],
    ['gone', 'id deal_id staff_id', team],
  ],
  'deals.time': [
    ['taken, stays', 'id from starts_at status created_at answered_at', sealed],
    ['taken, gone', 'note'],
    ['stays', 'deal_id', ids],
  ],
  'exchange.listing': [
    [
      'gone',
      'id patient_id patient treatment sub_treatment body_area locations budget timeline photos widened published_at ' +
        'offers_count offered_by asked',
      'a copy of the request',
    ],
  ],
  'exchange.posting': [
    ['gone', 'term shelf priority budget published_at id', 'a copy of the request'],
  ],
  'exchange.assignment': [
    ['taken, gone', 'lead_id member_id given_at'],
    ['gone', 'clinic_id', ours],
  ],
  'exchange.saved_filter': [
    ['taken, gone', 'name query created_at mails told_until told_at'],
    ['gone', 'id clinic_id', ours],
  ],
  'flow.alert': [['stays', 'id at job job_id instance_id reason resolved_at', ids]],
  'flow.instance': [
    [
      'stays',
      'id machine machine_version status stuck state version created_at updated_at root_id',
      ids,
    ],
  ],
  'flow.timer': [['stays', 'instance_id name label token fire_at event', ids]],
  'flow.transition': [
    ['stays', 'instance_id version machine_version name event key actor at state effects', ids],
  ],
  'flow.worker_heartbeat': [['stays', 'worker started_at beat_at', nobody]],
  ...columnsFromIdentity,
};
