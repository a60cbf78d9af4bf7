export { avoidedBy } from './impact.ts'
