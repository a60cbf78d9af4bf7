export { listTeam } from './list-team.ts'
export { secondFactorData } from './personal-data.ts'
export { resealTotp } from './reseal-totp.ts'
