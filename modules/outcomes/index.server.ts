export { answerOutcome, endOutcomes, planOutcome, reportAnswer } from './commands.server';
export { outcomeFlow } from './projection.server';
export {
  isOwnOutcome,
  outcomesOfAll,
  outcomesOfClinic,
  publicAnswer,
  publicAnswers,
  readOutcome,
  repairTallies,
} from './queries.server';
export { outcomeWindows } from './rules';
export {
  answerForStaff,
  keepOutcomeAnswer,
  laterReviewQueue,
  laterReviewRows,
  listAnswersForStaff,
  removeOutcomeAnswer,
} from './staff.server';
export { personData } from './privacy.server';
