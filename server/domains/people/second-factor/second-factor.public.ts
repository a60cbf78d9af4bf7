export { listTeam } from './list-team.ts'
export { resealTotp } from './totp.ts'
