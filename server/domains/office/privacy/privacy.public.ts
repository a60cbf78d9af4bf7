export { resealExports } from './ask-export.ts'
export { openClaim, resealClaims } from './claim.ts'
