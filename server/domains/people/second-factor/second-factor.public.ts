export { listTeam } from './list-team.ts'
export { resealTotp } from './reseal-totp.ts'
