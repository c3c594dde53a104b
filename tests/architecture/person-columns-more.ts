import { dayOld, ids, nobody, offerKept, ours, team, type Line } from './person-verdicts';

/** From `identity` on, in the order of their names. */
export const columnsFromIdentity: Readonly<Record<string, readonly Line[]>> = {
  'identity.clinic_account': [['taken, gone', 'id phone approval created_at last_seen_at locale']],
  'identity.clinic_member': [
    ['taken, gone', 'name role phone holds_account locale created_at last_seen_at removed_at'],
    ['gone', 'id clinic_id', ours],
  ],
  'identity.clinic_token': [
    ['taken, gone', 'name scopes created_at expires_at last_used_at revoked_at'],
    ['gone', 'id clinic_id member_id token_hash', ours],
  ],
  'identity.consent': [
    [
      'taken, stays',
      'kind version at withdrawn_at',
      'that there was consent must be provable (GDPR 7)',
    ],
    ['stays', 'id patient_id', ids],
  ],
  'identity.email_link': [
    ['taken, gone', 'kind email previous_email created_at used_at dropped_at'],
    ['gone', 'id patient_id clinic_id expires_at', ours],
  ],
  'identity.known_browser': [
    ['taken, gone', 'created_at expires_at'],
    ['gone', 'id token_hash role phone', ours],
  ],
  'identity.member_invite': [
    ['taken, gone', 'name role phone created_at expires_at used_at dropped_at'],
    ['gone', 'id clinic_id token_hash', ours],
  ],
  'identity.otp_challenge': [
    [
      'gone',
      'id purpose phone country dial_code browser_hash code_hmac code_cipher attempts status created_at expires_at ' +
        'resend_at sent_at consumed_at superseded_at from_known_browser locale',
      dayOld,
    ],
  ],
  'identity.passkey': [
    ['taken, gone', 'label created_at last_used_at'],
    ['gone', 'id patient_id clinic_id member_id credential_id public_key counter transports', ours],
  ],
  'identity.passkey_challenge': [
    [
      'gone',
      'id purpose principal patient_id clinic_id browser_hash challenge created_at expires_at used_at',
      dayOld,
    ],
  ],
  'identity.patient': [
    [
      'taken, gone',
      'id phone first_name last_name email created_at updated_at last_seen_at email_proved_at locale currency',
    ],
  ],
  'identity.profile_draft': [
    ['gone', 'phone first_name last_name email writer turn saved_at', dayOld],
  ],
  'identity.session': [
    ['taken, gone', 'shared_device created_at last_seen_at expires_at ended_at proved_at'],
    ['gone', 'id token_hash principal phase subject_id member_id phone idle_seconds', ours],
  ],
  'identity.slow_lane_place': [
    ['gone', 'id role phone dial_code browser_hash since seen_at due_at used_at', dayOld],
  ],
  'identity.sms_alert': [['stays', 'id kind dial_code hour sent verified at', nobody]],
  'identity.staff_account': [
    [
      'stays',
      'id email name role password_hash totp_cipher totp_step created_at created_by enrolled_at disabled_at last_sign_in_at',
      team,
    ],
  ],
  'identity.staff_challenge': [
    ['stays', 'id purpose staff_id challenge created_at expires_at used_at', team],
  ],
  'identity.staff_invite': [
    ['stays', 'id staff_id token_hash totp_cipher created_at expires_at used_at', team],
  ],
  'identity.staff_passkey': [
    [
      'stays',
      'id staff_id credential_id public_key counter transports label created_at last_used_at',
      team,
    ],
  ],
  'identity.staff_provider_link': [
    ['stays', 'id staff_id issuer subject created_at last_used_at', team],
  ],
  'identity.staff_provider_round': [
    ['stays', 'token_hash purpose session_id created_at expires_at used_at', team],
  ],
  'identity.staff_session': [
    [
      'stays',
      'id token_hash staff_id idle_seconds created_at last_seen_at proved_at expires_at ended_at ip device signed_in_by',
      team,
    ],
  ],
  'identity.way_back': [
    [
      'gone',
      'id principal account_id kind phone asked_by asked_at expires_at confirmed_by confirmed_at used_at dropped_at',
      'how the team works; asked for, it is given by hand',
    ],
  ],
  'leads.activity': [
    ['taken, gone', 'id lead_id kind at'],
    ['gone', 'patient_id', ids],
  ],
  'leads.ask': [
    [
      'taken, gone',
      'id lead_id clinic_id created_at state kept_until refusal ended_because ended_at',
    ],
    ['gone', 'patient_id place', ids],
  ],
  'leads.lead': [
    ['taken, gone', 'description photos locations budget timeline patient_info cancel_reason'],
    [
      'taken, stays',
      'id treatment sub_treatment body_area created_at status offers_count widened screening_ends_at sent_back_at published_at ' +
        'offers_due_at expires_at widened_at notice_at completed_at accepted_offer_id cancelled_at cancelled_by',
      'what clinics’ own offers were for, and when; of nobody who is named; at most 24 months',
    ],
    ['gone', 'findings', 'what the automatic checks noted for the team'],
    ['stays', 'patient_id forgotten_at', ids],
  ],
  'leaving.archive': [
    ['taken, gone', 'asked_at ready_at bytes taken_at gone_at'],
    ['gone', 'id owner_kind owner_id status storage_key', ours],
  ],
  'leaving.erasure': [
    [
      'stays',
      'id kind person_id closed_at status erased_at',
      'a restore of an older copy has to erase them again',
    ],
  ],
  'leaving.hold': [
    [
      'stays',
      'id kind person_id placed_by placed_at lifted_by lifted_at',
      'that, and when, the law kept something from being erased must be provable; ids that name nobody',
    ],
  ],
  'live.event': [['gone', 'id principal type data at', 'ids for open pages; kept for a day']],
  'messaging.conversation': [
    ['taken, stays', 'id lead_id', ids],
    ['taken, gone', 'last_message_at'],
    ['gone', 'last_from patient_unread clinic_unread patient_unread_from clinic_unread_from', ours],
    ['stays', 'patient_id clinic_id patient_blocked_at clinic_blocked_at staff_blocked_at', ids],
  ],
  'messaging.message': [
    [
      'taken, gone',
      'id conversation_id from_side text masked attachments slot phrase created_at read_at',
    ],
    ['gone', 'found masking_review member_id', ours],
  ],
  'messaging.masking_review': [
    ['gone', 'id conversation_id by_side asked_at waiting_since outcome', team],
  ],
  'messaging.report': [
    ['taken, gone', 'id conversation_id reason at settled_at'],
    ['gone', 'by_side message_id attachment_id settled_by', team],
  ],
  'messaging.reported': [
    ['gone', 'id lead_id patient_id clinic_id reported_at waiting_since outcome', team],
  ],
  'messaging.typed_message': [
    ['taken, gone', 'offer_id text updated_at'],
    ['gone', 'side writer turn', ours],
  ],
  'migrations.restored': [
    ['stays', 'id backup taken_at begun_at loaded_at finished_at opened_at', nobody],
  ],
  'migrations.step': [['stays', 'position name hash applied_at', nobody]],
  'notifications.notice': [
    ['taken, gone', 'id kind facts created_at read_at'],
    ['gone', 'key reader_type reader_id', ours],
  ],
  'notifications.notification': [
    ['taken, gone', 'id kind channel facts status created_at sent_at'],
    [
      'gone',
      'key recipient_type recipient_id attempts last_error failed_at resends thing due_at',
      ours,
    ],
  ],
  'notifications.preference': [
    ['taken, gone', 'topic email product push changed_at'],
    ['gone', 'reader_type reader_id', ours],
  ],
  'notifications.person_preference': [
    ['taken, gone', 'person_id topic push sms changed_at'],
    ['gone', 'reader_type reader_id', ours],
  ],
  'notifications.quiet_hours': [
    ['taken, gone', 'person_id from_time to_time zone changed_at'],
    ['gone', 'reader_type reader_id', ours],
  ],
  'offers.announced_end': [
    ['stays', 'offer_id expires_at', 'belongs to an offer, and says nothing of a person'],
  ],
  'offers.form_draft': [
    ['taken, gone', 'lead_id fields saved_at'],
    ['gone', 'clinic_id writer turn', ours],
  ],
  'offers.offer': [
    [
      'taken, stays',
      'id lead_id clinic_id created_at status revision expires_at ended_at declined_because decline_reason withdrawn_by ' +
        'price_place price_among sealed_hash seal_version',
      offerKept,
    ],
    ['stays', 'patient_id slot', ids],
  ],
  'offers.reading_end': [
    ['stays', 'offer_id until', 'belongs to an offer, and says nothing of a person'],
  ],
  'offers.reusable': [
    ['taken, gone', 'sub_treatment name fields created_at changed_at'],
    ['gone', 'id clinic_id', ours],
  ],
  'offers.revision': [
    [
      'taken, stays',
      'offer_id revision at amount_cents list_price_cents currency message items doctor_name earliest_date availability ' +
        'trips nights days_in_country guarantee_months assumptions attachments',
      offerKept,
    ],
    ['stays', 'member_id', ids],
  ],
  'outcomes.answer': [
    ['taken, gone', 'text'],
    [
      'taken, stays',
      'id outcome_id offer_id clinic_id moment again result created_at removed_at removed_because',
      'the choices count on without a person; the words go',
    ],
    ['gone', 'masked reported_at', ours],
    ['stays', 'patient_id', ids],
  ],
  'outcomes.outcome': [
    [
      'taken, stays',
      'id offer_id clinic_id treated_at phase half_year year answer_until',
      'silence counts on without a person',
    ],
    ['stays', 'lead_id patient_id', ids],
  ],
  'outcomes.report': [['taken, gone', 'answer_id reason at']],
  'outcomes.tally': [
    [
      'stays',
      'clinic_id half_year_asked half_year_answered half_year_again year_asked year_answered year_again',
      'counts, which also make up the figures of all clinics together',
    ],
  ],
  'platform.audit_anchor': [['stays', 'id at older_than ends signature', nobody]],
  'platform.audit_entry': [
    [
      'taken, stays',
      'id at actor action object_type outcome ip',
      'the log of access and change: six years, of an id that names nobody',
    ],
    ['stays', 'object_id request_id facts', ids],
  ],
  'platform.audit_link': [['stays', 'seq entry_id hash chain beside', nobody]],
  'platform.audit_reason': [
    [
      'gone',
      'entry_id reason salt',
      'what the team typed for itself; asked for, it is given by hand',
    ],
  ],
  'platform.clock': [['stays', 'id shift', nobody]],
  'platform.day_figure': [['stays', 'series day count', nobody]],
  'platform.idempotency_key': [
    ['stays', 'id fingerprint made created_at', 'keyed hashes; kept for a day'],
  ],
  'platform.rate_limit': [
    [
      'stays',
      'key members times allowed expires_at',
      'keyed hashes; gone when their window is over',
    ],
  ],
  'platform.request_count': [['stays', 'key hits ends_at', 'keyed hashes; gone within minutes']],
  'platform.setting': [['stays', 'key value updated_by updated_at', nobody]],
  'support.canned_answer': [['stays', 'id name texts updated_by created_at updated_at', team]],
  'support.message': [
    ['taken, gone', 'id ticket_id from_side text created_at read_at'],
    ['gone', 'staff_id', team],
  ],
  'support.ticket': [
    ['taken, gone', 'id kind subject status created_at last_message_at answered_at closed_at'],
    [
      'gone',
      'owner owner_id email name locale priority assignee_id due_at escalated_at closed_by last_from unread unread_from',
      'of visitors without an account, or of how the team works',
    ],
  ],
  'translations.translation': [
    ['taken, gone', 'of_id locale kind written_by offer_id texts from_language provider at'],
    ['gone', 'patient_id clinic_id of_texts asking', ours],
  ],
  'twins.branch': [['gone', 'clinic_id other_id at by', team]],
  'twins.fill': [['stays', 'source after done', nobody]],
  'twins.finding': [
    [
      'gone',
      'id kind clinic_id other_kind other_id source_id other_source_id fingerprint shared distance more found_at state ' +
        'decided_at decided_by reason',
      team,
    ],
  ],
  'twins.gone_mark': [
    ['stays', 'gone_id kind keyed_hash left_at', 'keyed hashes of a clinic that left; 24 months'],
  ],
  'twins.mark': [
    ['taken, gone', 'id kind source_id lead_id value colours created_at'],
    ['gone', 'owner_id guided bands', ours],
  ],
  'webhooks.attempt': [
    ['taken, gone', 'id delivery_id at status failure took'],
    ['gone', 'clinic_id', ids],
  ],
  'webhooks.delivery': [
    ['taken, gone', 'id receiver_id type ids happened_at state tries ended_at'],
    ['gone', 'clinic_id seq thing due_at claim claimed_until', ours],
  ],
  'webhooks.receiver': [
    ['taken, gone', 'id url events state off_because created_at maker'],
    ['gone', 'clinic_id kind secret_cipher previous_cipher previous_until on_since', ours],
    ['gone', 'reader_type reader_id person_id session_id address_hash', ours],
  ],
};
