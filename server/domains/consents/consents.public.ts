export {
  consentOf,
  consentsOf,
  recordConsent,
  recordTerms,
} from './record-consent.ts'
