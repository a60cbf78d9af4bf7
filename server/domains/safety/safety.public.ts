export { resealIncidents } from './open-incident.ts'
export { safetyData } from './personal-data.ts'
export { resealContacts } from './reach-contact.ts'
export { resealShareNames } from './share-trip.ts'
