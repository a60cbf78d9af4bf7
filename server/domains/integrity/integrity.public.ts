export { type Finding, findMismatches, watchIntegrity } from './check-integrity.ts'
