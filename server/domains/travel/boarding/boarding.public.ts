export { findFirstScans } from './boarding.queries.ts'
