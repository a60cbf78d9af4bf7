export { resealExports } from './ask-export.ts'
export { resealClaims } from './claim.ts'
