export { verifyMonth, verifyStoredMonths } from './verify-month.ts'
