export { monthClosingsData } from './personal-data.ts'
export { verifyMonth, verifyStoredMonths } from './verify-month.ts'
