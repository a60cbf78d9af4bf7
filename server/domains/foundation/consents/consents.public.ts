export { countAnswers } from './consents.queries.ts'
export { consentsData } from './personal-data.ts'
export {
  consentOf,
  consentsOf,
  recordConsent,
  recordTerms,
} from './record-consent.ts'
