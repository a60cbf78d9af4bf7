export { clearGuesses } from './guesses.ts'
export { listTeam } from './list-team.ts'
export { resealTotp } from './totp.ts'
