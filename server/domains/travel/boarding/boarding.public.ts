export { firstScans } from './boarding.queries.ts'
