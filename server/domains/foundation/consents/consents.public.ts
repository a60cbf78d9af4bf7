export { countAnswers } from './consents.queries.ts'
export { consentOf, consentsOf, recordConsent, recordTerms } from './record-consent.ts'
