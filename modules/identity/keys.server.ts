import { sealedPlace, type SealedPlace } from '#platform/process/sealed-columns';
import { otpChallenge } from './tables.server';
import { staffAccount, staffInvite } from './tables/staff.server';

/** Each column of this module that holds a ciphertext. */
export const sealedPlaces: readonly SealedPlace[] = [
  sealedPlace('identity.staff_account.totp_cipher', {
    setting: 'STAFF_CIPHER_KEYS',
    table: staffAccount,
    property: 'totpCipher',
    boundTo: staffAccount.id,
  }),
  sealedPlace('identity.staff_invite.totp_cipher', {
    setting: 'STAFF_CIPHER_KEYS',
    table: staffInvite,
    property: 'totpCipher',
    boundTo: staffInvite.staffId,
  }),
  sealedPlace('identity.otp_challenge.code_cipher', {
    setting: 'OTP_CIPHER_KEYS',
    table: otpChallenge,
    property: 'codeCipher',
    boundTo: otpChallenge.id,
  }),
];
