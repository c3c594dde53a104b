export {
  accountEmail,
  changeClinicDetails,
  changeClinicEmail,
  confirmEmail,
  sendEmailLink,
  type AccountEmail,
} from './account-email';
export { eventSteps } from './reactions/index';
export {
  type ComparedOffer,
  openSharedPhoto,
  type OwnCompanions,
  ownCompanions,
  sharedView,
  type SharedView,
  shareWithCompanion,
} from './companions';
export {
  askableClinic,
  askedClinics,
  chooseAskedClinic,
  declineAsk,
  unaskedAmong,
} from './asked-clinics';
export { askOwnArchive, takeOwnArchive } from './leaving/own-archive';
export { beginAnew } from './leaving/begin-anew';
export { closeOwnAccount } from './leaving/close-account';
export { liftLegalHold, placeLegalHold } from './leaving/hold';
export { askForWayBack, confirmAskedWayBack } from './leaving/account-recovery';
export { takeConsentBack } from './leaving/withdraw-consent';
export { personModules } from './leaving/person-modules';
export { ownNotices } from './own-notices';
export { offeredUnsubscribe, unsubscribe } from './unsubscribe';
export { whatWaits, type Waiting } from './what-waits';
export { addWebhook, rotateWebhookSecret } from './webhooks';
export {
  addOwnBrowser,
  endDevice,
  endOtherDevices,
  ownNotifiedBrowsers,
  removeOwnBrowser,
  setOwnPreferences,
  signOutBrowser,
} from './browsers';
export { giveRequest, leaveTeam, removeMember } from './team';
export { browseBids, browseLeads, clinicCounts, type ShownBid } from './clinic-dashboard';
export { registerDemoPatient } from './demo/register-demo-patient';
export {
  type Asked,
  askedForMissing,
  askedOf,
  askForMissing,
  askWherePlansDiffer,
} from './conversations/ask-clinics';
export {
  askForMaskingReview,
  closeConversation,
  complainOf,
  conversationOf,
  keepWhatIsTyped,
  seeConversation,
  sentencesFor,
  showConversation,
  showMessage,
  unreadOf,
  whatWasTyped,
  writeMessage,
  type Found,
} from './conversations/talk';
export { translateMessage } from './conversations/translation';
export { agreeToTranslation } from './translations/ask';
export { translateOffer } from './offers/offer-words';
export { type ReviewInWords, type TranslatedReview, translateReview } from './deals/review-words';
export { addView, askForView } from './conversations/views';
export { ownInbox, unreadMessages } from './conversations/inbox';
export { directoryCities, findClinics, readPublicClinic } from './public-clinics';
export { pricesOf, type TreatmentPrices } from './public-prices';
export { siteFigures, type ShownFigure } from './site-figures';
export { successStories, type Story } from './success-stories';
export { transparencyReport } from './transparency';
export { accessOf } from './live-access';
export {
  acceptShownOffer,
  clinicPhoneOf,
  offerForPatient,
  offerToRead,
  offersForPatient,
  othersBeside,
  presentOffer,
  presentOffers,
  readRequest,
  reviseOffer,
  sendOffer,
  type OfferInFull,
  type PresentedOffer,
  type RequestForClinic,
  type ShownOffer,
} from './offers/offers';
export {
  chooseReaderCurrency,
  type CurrencyChoice,
  currencyChoice,
  ratesAmong,
  readerMoney,
  type ReaderMoney,
} from './offers/reader-money';
export { registerClinic, type RegisteredClinic } from './register-clinic';
export {
  approveClinic,
  reinstateClinic,
  rejectClinic,
  resubmitApplication,
  suspendClinicAndEndSessions,
} from './review-clinic';
export { acceptChange, addDocument, addPicture, keepDocuments, saveInfo } from './twins/look';
export {
  changeKeys,
  deskOf,
  dropView,
  giveCaseOn,
  keepView,
  noteCase,
  readNotices,
  returnCase,
  takeCase,
} from './console/casework';
export { findingWithClinics, listFindings, openFoundPhoto, readFinding } from './console/twins';
export { changeRequest, requestAgain } from './request-again';
export {
  precheckRequest,
  submitPrechecked,
  submitRequest,
  type RequestSource,
  type SubmittedRequest,
} from './submit-request';
export { readWorkflow, settleJob, settleJobOf } from './console/failed-jobs';
export {
  listPatientsForStaff,
  readPatientForStaff,
  revealPatientForStaff,
} from './console/patients';
export { changeSetting, listSettings, readSettingForStaff, resetSetting } from './console/settings';
export { listEvents, readEvent } from './console/events';
export { consoleHome, consoleQueues } from './console/home';
export {
  addAftercarePhoto,
  agreeToAftercare,
  answerAftercare,
  confirmWithRecord,
  giveTreatmentRecord,
  photosBefore,
  readAftercare,
  shareAftercarePhotos,
  stopAftercare,
} from './deals/aftercare';
export { handoverPdf, readHandover } from './deals/handover';
export { appointmentOf, proposeTime } from './deals/appointments';
export { outcomeOf, reviewsOf } from './deals/reviews-of';
export { sendAgain } from './deals/send-again';
export { agreedOf, type Agreed, readDealOf } from './deals/read-deal-of';
export { ownRequests, type BegunRequest, type OwnRequest, type OwnRequests } from './own-requests';
export { updateProfile } from './update-profile';
export { openFile, removeFile } from './open-file';
export { changePhotoAccess, photoViews, readPhotoViews } from './photo-access';
export {
  assignTicketTo,
  listTickets,
  readTicketInConsole,
  revealTicketOwner,
  ticketInConsole,
} from './console/tickets';
export {
  cancelDealById,
  checkInWithClinic,
  dealWithClinic,
  listCheckInsOfAll,
  listDealsOfAll,
  laterReviewWithClinic,
  listLaterReviewsOfAll,
  listReviewsOfAll,
  readCheckInWithClinic,
  readDealWithClinic,
  reviewWithClinic,
  upholdDealById,
} from './console/deals';
export {
  listReported,
  openReportedFile,
  readReportedConversation,
  readReportedWithClinic,
  reportedWithClinic,
} from './console/conversations';
export { openLeadPhoto } from './console/open-lead-photo';
export {
  clinicWithOffers,
  listOffers,
  readClinicWithOffers,
  readOfferForStaff,
  readOfferWordsForStaff,
} from './console/offers';
