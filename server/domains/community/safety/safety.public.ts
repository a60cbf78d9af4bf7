export { closeIncident, noteIncident, takeIncident } from './handle-incident.ts'
export {
  LATE_REPORT_JOB,
  openIncident,
  openIncidentIn,
  raiseIncident,
  resealIncidents,
  untakenSince,
} from './open-incident.ts'
export { resealContacts } from './reach-contact.ts'
export { resealRows, sealedColumn } from './sealed-value.ts'
export { readPosition, resealPositions } from './share-position.ts'
export { resealShareNames } from './share-trip.ts'
