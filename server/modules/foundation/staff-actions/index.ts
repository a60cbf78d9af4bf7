export { recordStaffAction } from './record-staff-action.ts'
