export type { KnownToken } from './browsers.server';
export { codeBudgets, recycledNumberAfter, sendRisk, sessionLifetimes, smsPolicy } from './rules';
export {
  joinWaitingList,
  type WaitingListPlace,
  waitingListPlaceOf,
} from './codes/waiting-list.server';
export {
  completeRegistration,
  confirmEmailProof,
  passkeyOptionsToSignIn,
  passkeyOptionsToStepUp,
  requireOwnPhone,
  type SignedIn,
  signIn,
  signInStep,
  type SignInStep,
  signInWithPasskeyOf,
  stepUpWithPasskeyOf,
} from './sign-in.server';
export {
  abbreviatedNames,
  activeStaff,
  activeStaffIds,
  agreesToTerms,
  agreeToTerms,
  chooseCurrency,
  chooseLocale,
  type Contact,
  currentPatient,
  firstNameOf,
  localeOf,
  owedAccount,
  consentedAmong,
  hasConsent,
  ownConsents,
  patientContact,
  personOf,
  phonesOf,
  reachableCountries,
  recordConsent,
  staffContact,
  textContact,
  withdrawConsent,
} from './accounts.server';
export {
  createClinicAccount,
  endSessionsOfClinic,
  holdApproval,
  setClinicApproval,
} from './clinics.server';
export { makeToken, ownTokens, resolveToken, revokeToken } from './tokens/tokens.server';
export { clinicsToChoose, enterClinic, type EnteredClinic } from './members/enter.server';
export { dropInvite, inviteMember, joinTeam, offeredTeam } from './members/invites.server';
export {
  changeMemberRole,
  leaveTeam,
  memberNames,
  ownTeam,
  removeMember,
  requireMember,
  teamMembers,
} from './members/members.server';
export {
  endOtherSessions,
  endOwnSession,
  type FoundSessions,
  type OpenedSession,
  openSession,
  type OwnSession,
  ownSessions,
  type Principal,
  resolveSession,
  resolveSignedIn,
  signOut,
  timeLeftOf,
} from './sessions.server';
export { holdOwnSession, liveSessionsAmong } from './live-sessions.server';
export { sealedPlaces } from './keys.server';
export {
  askEmailChange,
  cancelEmailChange,
  confirmLink,
  keepProfile,
  keptProfile,
  linkForMail,
  offeredLink,
  type OfferedLink,
  pendingEmailOf,
  previousEmailOf,
  proofLinkOf,
  sendEmailLinkAgain,
  setPatientEmail,
  updateProfile,
} from './emails.server';
export { resendCode, sendCode, sendEmailProof } from './codes/send.server';
export { sendCodeHandler, sendCodeJob } from './codes/challenges.server';
export { otpChallengeFlow } from './projection.server';
export {
  addPasskeyOf,
  ownPasskeysOf,
  passkeyOptionsToMake,
  removePasskeyOf,
} from './passkeys.server';
export {
  hasFreshFactor,
  type RenewedSession,
  requireFreshFactor,
  sendStepUpCode,
  stepUp,
  stepUpState,
  type StepUpState,
} from './step-up.server';
export {
  endOwnStaffSession,
  endStaffSession,
  endStaffSessions,
  signInStaff,
  signOutStaff,
  staffIdOf,
  stepUpWithCode,
} from './staff/sessions.server';
export {
  addStaff,
  changeStaffRole,
  disableStaff,
  enableStaff,
  enrolStaff,
  inviteStaffAgain,
  listStaff,
  offeredEnrolment,
  ownPasskeys,
  ownStaffSessions,
  readStaff,
  resetStaffFactors,
  staffIdentityOf,
} from './staff/accounts.server';
export {
  addPasskey,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  passkeyStepUpOptions,
  removePasskey,
  signInWithPasskey,
  stepUpWithPasskey,
} from './staff/passkeys.server';
export {
  beginProviderLink,
  beginProviderSignIn,
  beginProviderTrial,
  type BegunRound,
  finishProviderRound,
  offeredProvider,
  staffProviderOf,
  staffProviderSwitch,
  unlinkProvider,
} from './staff/provider.server';
export { staffTryBudgets, totpCodeAt } from './staff/factors.server';
export { closeAccount, detachSilent, forgetOld, personData } from './privacy.server';
export {
  endPatientSessions,
  type ListedPatient,
  listPatients,
  readPatient,
  recentSmsAlerts,
  revealPatient,
} from './patients.server';
export { type AskedWayBack, askWayBack, confirmWayBack, waysOf } from './recovery.server';
