export { type Finding, findMismatches, watchInTurn, watchIntegrity } from './check-integrity.ts'
