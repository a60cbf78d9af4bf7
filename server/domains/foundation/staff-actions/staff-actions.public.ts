export { staffActionsData } from './personal-data.ts'
export { recordStaffAction } from './record-staff-action.ts'
