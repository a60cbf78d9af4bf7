export { referralsThatDiffer } from './check-referrals.ts'
export { referralsData } from './personal-data.ts'
