export { resealExports } from './ask-export.ts'
export { openClaim, resealClaims } from './claim.ts'
export { IMPERSONAL, type OwnedTable, registry } from './registry.ts'
