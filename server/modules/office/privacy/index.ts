export { askProvedClosing } from './ask-closing.ts'
export { resealExports } from './ask-export.ts'
export { resealClaims } from './claim.ts'
export { closeAccount } from './close-account.ts'
