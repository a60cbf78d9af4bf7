export { leaveWithRole } from './duty/leave-roster.ts'
export { addShifts } from './duty/plan-shifts.ts'
export { answerDrill, listAlarms, startDrill } from './duty/raise-alarm.ts'
export { showRoster } from './duty/show-roster.ts'
export { type Closing, closeIncident, noteIncident, takeIncident } from './handle-incident.ts'
export {
  isIncidentOpen,
  LATE_REPORT_JOB,
  lockIncidentOfTrip,
  openIncident,
  openIncidentIn,
  raiseIncident,
  untakenSince,
} from './open-incident.ts'
export { sealedColumn } from './sealed-value.ts'
export { readPosition } from './share-position.ts'
