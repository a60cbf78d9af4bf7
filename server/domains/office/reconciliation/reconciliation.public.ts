export { reconciliationData } from './personal-data.ts'
