export { type Export, recordExport } from './record-export.ts'
export { recordStaffAction } from './record-staff-action.ts'
